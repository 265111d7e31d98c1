/** The lines of a message as headlines: without their numbers, addresses left out. */
export function headlinesOf(message: string): string[] {
  return message
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\d{1,2}[.)]\s+/, ""))
    .filter((line) => line !== "" && !/^(?:https?:\/\/)?[^\s/]+\.[^\s/]+\/\S*$/.test(line));
}
