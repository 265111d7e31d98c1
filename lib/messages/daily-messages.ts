import { formatCount } from "./counts";

/** Answers of the calls that read and write daily messages. */
export const dailyMessageMessages = {
  notFound: "Message not found",
  messageRequired: "Please enter a message",
  messageTooLong: (maxLength: number) =>
    `Messages can be up to ${formatCount(maxLength)} characters, so one text fits the message and its link.`,
  isActiveInvalid: "isActive must be true or false.",
  activeExists: (fullDate: string, beginning: string) =>
    `${fullDate} already has an active message: “${beginning}”. Deactivate it first.`,
  activeJustSaved: (fullDate: string) =>
    `${fullDate} already has an active message. Please try again.`,
  changed: "Someone saved this message while you were editing.",
  updatedAtInvalid: "updatedAt must be the timestamp you last saw, or null.",
  deleted: "Daily message deleted successfully",
} as const;

/** The daily messages screen (docs/product-spec.md, section 8.4). */
export const dailyMessagesScreen = {
  newMessage: "New Message",
  create: "Create Message",
  update: "Update Message",
  smsLimit: "SMS limit: 160 chars per message",
  unicodeLimit: "70 with emoji",
  empty: "No messages yet",
  deleteQuestion: "Are you sure you want to delete this message?",
  active: "Active",
  inactive: "Inactive",
  unapproved: "Not approved",
  created: "Daily message created successfully",
  updated: "Daily message updated successfully",
  createFailed: "Failed to create message",
  updateFailed: "Failed to update message",
  deleteFailed: "Failed to delete message",
  allMessages: "All messages",
  upcoming: "Upcoming",
  past: "Past",
  loadingList: "Loading messages",
  listFailed: "Couldn’t load the messages",
  showMore: "Show more",
  todayInNewYork: "Today in New York",
  editMessage: (date: string) => `Edit message for ${date}`,
  deleteMessage: (date: string) => `Delete message for ${date}`,
  delete: "Delete",
} as const;

/** The card that a daily message is written in. */
export const messageCardMessages = {
  newTitle: "New message",
  title: (date: string) => `Message for ${date}`,
  restored: "We restored your draft.",
  startOver: "Start over",
  showSaved: "Show saved version",
  dateTaken:
    "This date has an active message. Save this one as inactive, or deactivate the other one first.",
  goesOut: (day: string) =>
    `It goes out on ${day}: by email before 8:00 AM and by text at 8:00 AM, in each subscriber’s time zone.`,
  dayOff: (day: string) =>
    `${day} is a day off, so an active message can’t be saved for it. Unmark the day first.`,
  isNotSent: "It isn’t sent while it’s inactive.",
  weekend: (weekday: string) => `${weekday}: nothing is sent on weekends.`,
  deletedTitle: "This message was deleted while you were editing.",
  saveAsNew: "Save as a new message",
  conflictTitle: "Someone saved this message while you were editing.",
  theirsFailed: "Couldn’t load their version.",
  loadTheirs: "Use theirs",
  overwrite: "Overwrite with mine",
  unsavedTitle: "Unsaved drafts",
  unsavedNew: (date: string) => `New message for ${date}`,
  unsavedUndated: "New message without a date",
  unsavedChanges: (date: string) => `Changes to the message for ${date}`,
} as const;

/** The length meter under a message. */
export const lengthMessages = {
  withLink: (count: string, segments: string) => `${count} with the link: ${segments}`,
  segments: (segments: string, charactersEach: number, encoding: string) =>
    `${segments} of ${charactersEach} (${encoding})`,
  unicode: "Unicode because of",
  andMore: (count: string) => `and ${count} more`,
  replaceSpecial: "Use plain characters",
} as const;
