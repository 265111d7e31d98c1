/** The approval of a briefing by a second editor. */
export const approvalMessages = {
  title: "Second editor",
  approve: "Approve This Version",
  approvedBy: (by: string, at: string) => `Approved by ${by}, ${at}.`,
  needed: (lastSavedBy: string | null) =>
    lastSavedBy === null
      ? "It goes out only once someone has approved it."
      : `It goes out only once someone other than ${lastSavedBy}, who saved it last, has approved it.`,
  own: "You saved it last, so someone else has to approve it before it goes out.",
  unsaved: "What isn't saved isn't approved. Save it first, or discard it.",
  failed: "Couldn't approve it. Please try again.",
  changed: "It was changed since you looked at it. Look again, then approve it.",
  notOwn: "You saved it last, so someone else has to approve it.",
  notRequired: "Briefings don't need an approval.",
  /** For Today. */
  check: {
    approved: (by: string) => `Approved by ${by}`,
    missing: "Nobody has approved the briefing",
    missingDetail: "It isn't sent until someone other than its last author approves it.",
  },
} as const;
