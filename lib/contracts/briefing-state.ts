import { z } from "zod";

/**
 * How far a zone is with a date's briefing, on one channel or on both. Each has the same name wherever it's
 * shown.
 */
export const zoneStates = [
  "waiting",
  "sending",
  "done",
  "done_with_misses",
  "nothing_sent",
  "nobody",
] as const;

export type ZoneState = (typeof zoneStates)[number];

export const zoneStateSchema = z
  .enum(zoneStates)
  .describe(
    "`waiting`: not open yet, or open without a message; `done_with_misses`: some people who were owed it missed it; `nothing_sent`: closed, and everyone missed it; `nobody`: there's no one to send to",
  );

/** Whether a date has a message that can go out. */
export const messageStates = ["active", "unapproved", "inactive", "none"] as const;

export type MessageState = (typeof messageStates)[number];

export const messageStateSchema = z
  .enum(messageStates)
  .describe("`unapproved`: active, and waits for an approval");
