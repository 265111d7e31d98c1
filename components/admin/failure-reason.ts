import { serverMessage } from "@/lib/client/fetcher";
import { editorMessages } from "@/lib/messages/admin";

/** The server's message, or that there was no answer. */
export function failureReason(error: unknown): string {
  return serverMessage(error) ?? editorMessages.noAnswer;
}
