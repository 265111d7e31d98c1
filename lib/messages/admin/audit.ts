import { countOf } from "../counts";

/** Actions whose words aren't those of their name. */
const labels: Readonly<Record<string, string>> = {
  "account.deleted": "Account deleted",
  "admin.created": "Administrator added",
  "admin.logged-in": "Logged in",
  "admin.logged-out": "Logged out",
  "admin.login-failed": "Login failed",
  "audit.accepted": "Audit log problems explained",
  "audit.erased": "Entries of a deleted account removed",
  "audit.expired": "Old entries removed",
  "sms.consented": "Agreed to texts",
  "sms.tested": "Test text sent",
  "sms.turned_off": "Texts turned off",
  "sms.turned_on": "Texts turned on",
  "email.turned_off": "Emails turned off",
  "email.turned_on": "Emails turned on",
  "subscriber.logged-in": "Logged in",
  "subscriber.logged-out": "Logged out",
  "subscriber.onboarded": "Signed up",
};

/** `briefing.resent` → `Briefing resent`. */
function auditLabel(action: string): string {
  const words = action.replaceAll(/[._-]+/g, " ");
  return labels[action] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

const problemTexts = {
  changed: (position: number) => `Entry ${position} was changed.`,
  removed: (position: number) => `Entry ${position} was removed.`,
  chain: (position: number) => `The chain is broken at entry ${position}.`,
  truncated: (position: number) => `Entries up to ${position} are missing at the end.`,
  replaced: (position: number) => `Entry ${position} isn't the one that was recorded.`,
} as const;

/** The audit log, on its screen and in the command line. */
export const auditMessages = {
  label: auditLabel,
  /** Actions whose words contain a text. */
  actionsWith: (text: string) =>
    Object.entries(labels).flatMap(([action, label]) =>
      label.toLowerCase().includes(text.toLowerCase()) ? [action] : [],
    ),
  actors: {
    operator: "Operator",
    visitor: "Visitor",
    paddle: "Paddle",
    postmark: "Postmark",
    twilio: "Twilio",
    system: "System",
  } as Readonly<Record<string, string>>,
  deletedSubscriber: (id: number) => `Subscriber ${id}`,
  problem: ({ position, kind }: { position: number; kind: keyof typeof problemTexts }) =>
    problemTexts[kind](position),
  intact: (entries: number) => `${countOf(entries, "entry", "entries")}, none changed or removed.`,
  nothingToAccept: "Nothing was changed or removed, so there's nothing to explain.",
} as const;

/** `Audit` under Settings. */
export const auditScreen = {
  title: "Audit log",
  tab: "Audit",
  search: "Person, action, or subscriber",
  when: "When",
  periods: {
    day: "last 24 hours",
    week: "last 7 days",
    month: "last 30 days",
    all: "any time",
  },
  by: "By",
  groups: {
    all: "anyone",
    team: "the team",
    subscribers: "subscribers",
    others: "the system and providers",
  },
  export: "CSV",
  exportName: "Export these entries as CSV",
  loading: "Loading the audit log",
  list: "Entries",
  before: "Before",
  after: "After",
  hash: "Entry hash",
  nothing: "nothing",
  more: "Show more",
  zone: (city: string) => `Times are ${city}.`,
  range: (shown: number, total: number, limit: number) =>
    total > limit ? `1 to ${shown} of more than ${limit}.` : `1 to ${shown} of ${total}.`,
  verified: (time: string, entries: number) =>
    `Chain verified at ${time}: ${auditMessages.intact(entries)}`,
  notVerified: "The chain hasn't been verified yet. That happens every night.",
  broken: "The audit log was changed",
  brokenAt: (time: string) =>
    `Found at ${time}. If you didn't restore a backup, find out who has access to the database.`,
  noneTitle: "Nothing here yet",
  none: "Everything that your team, subscribers, and providers change will be listed here, with what it was before.",
  noMatchTitle: "No entries match",
  noMatch: "Try a longer time, or fewer words.",
  showAll: "Show everything",
} as const;
