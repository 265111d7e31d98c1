/** Whether two email addresses are the same. Case never matters. */
export function isSameEmail(left: string | null | undefined, right: string): boolean {
  return left?.toLowerCase() === right.toLowerCase();
}
