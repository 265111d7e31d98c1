import { z } from "zod";
import { subscriberListMessages } from "@/lib/messages/admin/subscribers";
import { AppError } from "@/lib/platform/app-error";

/** The last row of a page: what it was sorted by, and its ID. */
export type Cursor = { key: string; id: number };

const cursorSchema = z.tuple([z.string(), z.int().min(1).max(2_147_483_647)]);

/** Writes a position in a list as a token for a URL. */
export function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

/** @throws AppError 400 for anything that `encodeCursor` didn't write */
export function decodeCursor(text: string): Cursor {
  const read = cursorSchema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  if (!read.success) throw invalidCursor();
  const [key, id] = read.data;
  return { key, id };
}

export function invalidCursor(): AppError {
  return new AppError(400, subscriberListMessages.cursorInvalid, { field: "cursor" });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
