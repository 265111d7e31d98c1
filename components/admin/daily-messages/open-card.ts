import type { DailyMessageView } from "@/lib/contracts/daily-messages";

/** Which card is open: that of a saved message, or of a new one, perhaps for a certain day. */
export type OpenCard =
  | { saved: DailyMessageView }
  /** `date` is YYYY-MM-DD. */
  | { saved: null; date: string };
