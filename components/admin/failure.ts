import { serverMessage } from "@/lib/client/fetcher";

/** Why a call of an editor's failed, for a person: the server's words, or that there was no answer. */
export function reasonOf(error: unknown): string {
  return (
    serverMessage(error) ??
    "The service did not answer. Nothing you typed is lost; please try again."
  );
}
