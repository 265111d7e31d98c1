/** A phone number with its leading plus, which the screens show and the calls send. */
export function displayNumber(phoneNumber: string): string {
  return phoneNumber.startsWith("+") ? phoneNumber : `+${phoneNumber}`;
}
