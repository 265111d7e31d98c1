/** The approval of a briefing by a second editor. */
export const approvalMessages = {
  title: "Second editor",
  approve: "Approve This Version",
  approvedBy: (by: string, at: string) => `Approved by ${by}, ${at}.`,
  needed: (lastSavedBy: string | null) =>
    lastSavedBy === null
      ? "It won’t go out until someone approves it."
      : `It won’t go out until someone other than ${lastSavedBy}, who saved it last, approves it.`,
  own: "You saved it last, so someone else has to approve it before it goes out.",
  unsaved: "You have unsaved changes. Save or discard them before you approve.",
  outdated: "Someone changed it after you opened it.",
  reload: "Show the current version",
  failed: "Couldn’t approve it. Please try again.",
  changed: "Someone changed it after you opened it. Review it again, then approve.",
  notOwn: "You saved it last, so someone else has to approve it.",
  notRequired: "Briefings don’t need approval.",
  /** In the post's form. */
  saving: "It won’t be sent until someone else approves the saved version.",
  /** For Today. */
  check: {
    approved: (by: string) => `Approved by ${by}`,
    missing: "The briefing isn’t approved",
    missingDetail:
      "It won’t be sent until someone other than the last person to save it approves it.",
  },
} as const;
