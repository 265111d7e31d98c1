/**
 * What providers' codes of failed messages mean, for the team: Twilio's error codes
 * (https://www.twilio.com/docs/api/errors) and Postmark's types of bounces
 * (https://postmarkapp.com/developer/api/bounce-api#bounce-types).
 */
const meanings: Readonly<Record<string, string>> = {
  "30001": "Twilio’s queue was full.",
  "30002": "Twilio has suspended the account.",
  "30003": "The phone was off or out of reach.",
  "30004": "The carrier or the phone blocked it.",
  "30005": "The number isn’t in service.",
  "30006": "The number is a landline, or its carrier can’t be reached.",
  "30007": "The carrier filtered it.",
  "30008": "The carrier gave no reason.",
  "30034": "Our number isn’t registered with US carriers.",
  "30036": "It expired before the carrier delivered it.",
  Blocked: "The mail server blocked us.",
  DMARCPolicy: "The mail server’s DMARC policy refused it.",
  DnsError: "The mail server couldn’t be found.",
  SoftBounce: "The mailbox is full or didn’t accept it.",
  SpamNotification: "The mail server treated it as spam.",
};

/**
 * A sentence about a failure, with the provider's code.
 *
 * @param otherwise the sentence about a code that isn't known
 */
export function reportCodeMeaning(code: string | null, otherwise: string): string {
  if (code === null) return otherwise;
  return `${(meanings[code] ?? otherwise).slice(0, -1)} (${code}).`;
}
