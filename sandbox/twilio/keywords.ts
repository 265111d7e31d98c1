const stopWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const startWords = ["START", "YES", "UNSTOP"];
const helpWords = ["HELP", "INFO"];

/** What a reply asks of the carrier, if it is one of the agreed words; in Twilio's own terms. */
export function readKeyword(body: string): "STOP" | "START" | "HELP" | null {
  const word = body.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "").toUpperCase();
  if (stopWords.includes(word)) return "STOP";
  if (startWords.includes(word)) return "START";
  return helpWords.includes(word) ? "HELP" : null;
}
