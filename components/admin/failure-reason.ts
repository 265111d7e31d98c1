import { notify } from "@/components/feedback/notify";
import { serverMessage } from "@/lib/client/fetcher";
import { editorMessages } from "@/lib/messages/admin";

/** The server's message, or that there was no answer. */
export function failureReason(error: unknown): string {
  return serverMessage(error) ?? editorMessages.noAnswer;
}

/** Says in a toast why something failed. */
export function notifyFailure(description: string): void {
  notify({ title: editorMessages.error, description, variant: "destructive" });
}
