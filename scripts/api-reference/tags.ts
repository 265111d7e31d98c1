/** The groups of the reference, in order, with their path prefixes after `/api/`. */
const groups = [
  [
    "Sign-up",
    "From a purchase to a subscriber who can be reached.",
    "onboarding email-onboarding sms-consent send-confirmation-sms test-webhook",
  ],
  ["Login", "Subscribers log in with a link from an email.", "auth"],
  [
    "Account",
    "What subscribers see and change themselves.",
    "user subscription unsubscribe confirm-email change-email",
  ],
  ["Posts", "The articles at /read.", "posts"],
  [
    "Daily messages",
    "The message of each weekday, its checks, and its test sends.",
    "daily-messages",
  ],
  ["Images", "The library of the editors.", "images"],
  [
    "Team login",
    "How the team logs in, and their own account.",
    "admin/login admin/logout admin/session admin/presence admin/account admin/invitations",
  ],
  [
    "Deliveries",
    "What today's briefing does, what was sent, and what was missed.",
    "admin/today admin/deliveries admin/missed-days",
  ],
  ["Subscribers", "People, as the team sees and helps them.", "admin/subscribers"],
  ["Imports", "Files of subscribers from other tools.", "admin/imports"],
  ["Money", "Revenue, churn, and payments.", "admin/money"],
  ["Team", "Admins, their roles, and their tokens.", "admin/team admin/tokens"],
  [
    "Outgoing webhooks",
    "Where the service reports what happens, by the Standard Webhooks.",
    "admin/webhooks",
  ],
  ["Settings", "Settings, the configuration, and the audit log.", "admin/settings admin/audit"],
  ["Providers", "Signed calls of Paddle, Postmark, and Twilio.", "webhooks"],
  [
    "Service",
    "For monitors, browsers, assistants, and programs.",
    "health mcp metrics openapi.json browser-errors csp-reports r",
  ],
] as const;

export const tags = groups.map(([name, description]) => ({ name, description }));

/** The group of a path such as `/api/admin/team/{id}`. @throws Error if it has none. */
export function tagOf(path: string): string {
  const [, , first = "", second = ""] = path.split("/");
  const beginning = first === "admin" ? `admin/${second}` : first;
  const group = groups.find(([, , beginnings]) => beginnings.split(" ").includes(beginning));
  if (group) return group[0];
  throw new Error(`scripts/api-reference/tags.ts has no group for ${path}.`);
}
