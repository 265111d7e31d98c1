/** Daily messages, as the calls that read and write them messages. */
export const dailyMessageMessages = {
  notFound: "Message not found",
  messageRequired: "Please enter a message",
  messageTooLong: (maxLength: number) =>
    `A message has at most ${maxLength.toLocaleString("en-US")} characters, so that a text can carry it with the link.`,
  isActiveInvalid: "isActive must be true or false.",
  activeExists: (fullDate: string, beginning: string) =>
    `${fullDate} already has an active message: “${beginning}”. Make that one inactive first.`,
  activeExistsBriefly: (fullDate: string) =>
    `${fullDate} already has an active message. Please try again.`,
  savedSince: "Somebody saved this message since you opened it.",
  updatedAtInvalid: "updatedAt must be the instant you last saw, or null.",
  deleted: "Daily message deleted successfully",
} as const;

/** The screen of daily messages. */
export const dailyMessagesScreen = {
  newMessage: "New Message",
  create: "Create Message",
  smsLimit: "SMS limit: 160 chars per message",
  empty: "No messages yet",
  deleteQuestion: "Are you sure you want to delete this message?",
  today: "Today",
  active: "Active",
  inactive: "Inactive",
  successTitle: "Success",
  created: "Daily message created successfully",
  updated: "Daily message updated successfully",
  deleted: "Daily message deleted successfully",
  errorTitle: "Error",
  createFailed: "Failed to create message",
  updateFailed: "Failed to update message",
  deleteFailed: "Failed to delete message",
} as const;
