import type { DailyMessageView } from "@/lib/contracts/daily-messages";

/** Which card shall open: that of a saved message, or of a new one for a certain day. */
export type OpenCard = (
  | { saved: DailyMessageView }
  /** `date` is YYYY-MM-DD. */
  | { saved: null; date: string }
) & {
  /** The unsaved typing that it shall open with; without it, what there is of the same message. */
  draftName?: string;
};
