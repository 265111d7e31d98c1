import { countOf } from "./counts";

/** Answers of the test send. */
export const briefingMessages = {
  recipientRequired: "Please enter an email address or a phone number",
  testMark: "Test: ",
  testSent: (recipients: readonly string[]) => `Sent to ${recipients.join(" and ")}.`,
  emailNotSent: "The email wasn’t sent. Please try again in a moment.",
  emailRefused: "The email provider doesn’t deliver to this address.",
  emailSentBut: (message: string) => `The email was sent. ${message}`,
  textNotSent: "The text wasn’t sent. Please try again in a moment.",
} as const;

/** The next briefing, the editor calendar, and progress, as the daily messages screen shows them. */
export const editorCalendarMessages = {
  loading: "Loading the calendar",
  failed: "Couldn’t load the calendar",
  twoDates: (editorDate: string, newYorkDate: string) =>
    `It’s ${editorDate} where you are and ${newYorkDate} in New York.`,
  tomorrow: "Tomorrow",
  nextBriefing: "Next briefing",
  dueIn: (time: string) => `Due in ${time}`,
  schedule: (emailTime: string) => `Email from ${emailTime} AM, text at 8:00 AM, subscriber’s time`,
  late: (channel: "email" | "sms", zone: string, minutes: number) =>
    channel === "sms"
      ? `Texts for ${zone} need ${countOf(minutes, "minute")} and won’t all arrive by 8:45 AM. A shorter message helps.`
      : `Emails for ${zone} need ${countOf(minutes, "minute")} and won’t all arrive by 8:00 AM. Tell the operator.`,
  nothingWritten: "Nothing written yet. Without an active message, nothing will be sent.",
  noPostForDate: "No post for this date",
  includesPost: (slug: string) => `Includes post /r/${slug}`,
  newestOf: (count: number) => `, the newest of ${count}`,
  editMessage: "Edit message",
  editPost: (slug: string) => `Edit post ${slug}`,
  writeMessage: (weekday: string) => `Write ${weekday}’s message`,
  previousWeeks: "Previous two weeks",
  nextWeeks: "Next two weeks",
  editing: "Editing",
  notOnWeekends: "Not sent on weekends",
  sent: "Sent",
  goingOut: "Going out",
  notSent: "Not sent",
  seeDeliveries: "See deliveries",
  noMessage: "No message",
  post: (slug: string) => `Post ${slug}`,
  noPost: "No post",
  progress: (done: string, toSend: string) => `${done} of ${toSend}`,
  excluded: (count: string) => `, ${count} excluded`,
  startsIn: (time: string) => `Starts in ${time}`,
  startsWhenActive: "Starts once a message is active",
  editTooLate: "Too late to edit: every zone has been sent.",
  editReachesNobody: "Too late to edit: no zone is left to be sent.",
  editReachesAll: "An edit reaches every zone.",
  editReaches: (zones: string) => `An edit still reaches ${zones}. It’s too late for the others.`,
} as const;

/** The preview of a briefing, and the test send beside it. */
export const briefingPreviewMessages = {
  title: "Preview at 8:00 AM",
  choice: "Preview",
  text: "Text",
  email: "Email",
  page: "Page",
  noMessageYet: "There’s no message for this date, so nothing is sent.",
  noPostYet: "There’s no post for this date.",
  startWithHeadings: "Use the post’s headings",
  headingsUsed: "The message has the post’s headings",
  startWithLines: "Start with the message’s lines",
  textPreview: "Text preview",
  emailPreview: "Email preview",
  subject: "Subject",
  failed: "Couldn’t load the preview.",
  empty: "The text and email appear here as you type.",
  noPost: "No post for this date; the message goes out alone.",
  includes: "Includes the post",
  newest: (left: string) => `It’s the newest for this date; ${left} included.`,
  otherLeftOut: (title: string, slug: string) => `“${title}” (/r/${slug}) isn’t`,
  othersLeftOut: (count: number) => `${count} others aren’t`,
  testTitle: "Send a test to yourself",
  testEmail: "Your email",
  testPhone: "Your phone",
  testPhoneHint: "Include + and the country code.",
  sendTest: "Send test",
} as const;
