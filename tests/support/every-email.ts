import { priceOf } from "@/lib/contracts/plans";
import type { EventNotice } from "@/lib/domain/ports/notice-renderer";
import { seedMessages } from "@/lib/domain/seed/messages";
import { seedPosts } from "@/lib/domain/seed/posts";
import { createBriefingRenderer } from "@/lib/mail/briefing-renderer";
import { createNoticeRenderer } from "@/lib/mail/notice-renderer";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";

const annualPrice = priceOf({
  plan: "annual",
  price: null,
  currency: null,
  isTaxAdded: false,
  isDiscounted: false,
});

/** An email as it's passed to the provider, apart from each subscriber's own links. */
export type RenderedEmail = { subject: string; html: string; text: string };

const siteUrl = "https://threeline.example";
const briefings = createBriefingRenderer();
const notices = createNoticeRenderer();

/** Everything that Markdown can do. */
const everyElement = `Intro with **bold**, *emphasis*, \`code\`, and [a link](/about).

## First

> A quotation.
>
> Someone

- one
- two

  again

1. first
2. second

- [x] done
- [ ] open

## Second

| a | b |
| - | -: |
| 1 | 2 |

---

\`\`\`
code
\`\`\`

### Small

A note.[^1] ![a chart](https://images.example/chart.png)

[^1]: The note.`;

const sentence = "The yield on the ten-year note fell to 4.11%, its lowest in three months. ";
const story = (number: number) =>
  `## Story ${number}\n\n${sentence.repeat(8)}\n\n> ${sentence}\n>\n> An economist\n\n` +
  `| Rate | Now | Before |\n| - | -: | -: |\n${"| Ten years | 4.11% | 4.15% |\n".repeat(12)}\n\n` +
  `![A chart of the rate](/images/0123456789abcdef0123/1200x750.png)\n\n`;
const longest = Array.from({ length: 80 }, (_, index) => story(index + 1)).join("");

/** What editors paste from elsewhere: markup for other pages, hidden characters, and endless lines. */
const pasted = `<p style="color:#fff;font-size:1px">White text</p><div style="display:none">hidden</div>
<font color="#FAF8F3" size="1">In the color of the background</font>

Ra\u200bt\u200bes f\u200be\u200bll, ${"and o\u200bi\u200bl ".repeat(20)}too. ${"\u200b\u00a0".repeat(300)}

${"iVBORw0KGgoAAAANSUhEUgAA".repeat(120)}

[source](https://charts.example/?state=${"0123456789".repeat(150)})

| ${"very wide ".repeat(60)} | b |
| - | - |
| ${"very wide ".repeat(120)} | c |

\`\`\`
${"one line of code  that  is never broken ".repeat(40)}
\`\`\`

${"利回りは低下し原油は下落した。".repeat(120)}`;

function briefing(message: string, post: { title: string; content: string } | null) {
  return briefings.render(
    {
      localDate: "2026-11-18",
      message,
      post: post && { slug: "ty", readTime: 2, ...post },
    },
    siteUrl,
  );
}

const message = "1. Yields fall\n2. Brent under $70\n3. ECB seen cutting";
const title = "Yields, oil, and a patient central bank";

/** The longest and the shortest email of each kind of event. */
const events: {
  [Kind in EventNotice["kind"]]: readonly Extract<EventNotice, { kind: Kind }>[];
} = {
  confirm_address: [
    {
      kind: "confirm_address",
      siteUrl,
      link: `${siteUrl}/confirm-email/MTc.${"a".repeat(43)}`,
      days: 7,
    },
  ],
  email_change: [
    {
      kind: "email_change",
      siteUrl,
      link: `${siteUrl}/confirm-email/MTc.${"a".repeat(43)}`,
      days: 7,
    },
  ],
  email_change_requested: [
    {
      kind: "email_change_requested",
      siteUrl,
      link: `${siteUrl}/change-email/stop/MTc.${"a".repeat(43)}`,
      from: "Nov 24, 2026 at 7:00 AM EST",
    },
  ],
  delivery_address: [
    { kind: "delivery_address", siteUrl, email: "ada@other.example", start: null },
    {
      kind: "delivery_address",
      siteUrl,
      email: `${"ada.lovelace".repeat(4)}@${"mail-of-the-".repeat(4)}company.example`,
      start: {
        firstBriefingDay: "Wednesday, November 25",
        firstCharge: { price: annualPrice, chargeDate: "Nov 29, 2026" },
      },
    },
  ],
  address_changed: [{ kind: "address_changed", siteUrl }],
  new_device: [
    {
      kind: "new_device",
      siteUrl,
      device: "Samsung Internet on Android (IP address 2001:db8:1234:5678:90ab:cdef:1234:5678)",
      time: "Nov 22, 2026 at 8:03 AM EST",
    },
  ],
  phone_changed: [{ kind: "phone_changed", siteUrl, ending: "0123" }],
  canceled: [
    { kind: "canceled", siteUrl, lastDay: null },
    { kind: "canceled", siteUrl, lastDay: "Nov 29, 2026" },
  ],
  plan_changed: [
    {
      kind: "plan_changed",
      siteUrl,
      change: "now",
      plan: "annual",
      price: "$40 per year",
      date: "Nov 29, 2027",
    },
    {
      kind: "plan_changed",
      siteUrl,
      change: "scheduled",
      plan: "monthly",
      price: null,
      date: "Nov 29, 2027",
    },
    {
      kind: "plan_changed",
      siteUrl,
      change: "kept",
      plan: "annual",
      price: "$40 per year",
      date: null,
    },
  ],
  payment_failed: [
    {
      kind: "payment_failed",
      siteUrl,
      link: `${siteUrl}/pricing?_ptxn=txn_01jx`,
      price: "£4.50 per month",
    },
  ],
  trial_used: [{ kind: "trial_used", siteUrl }],
  kept: [
    { kind: "kept", siteUrl, plan: "monthly", nextDate: null },
    { kind: "kept", siteUrl, plan: "annual", nextDate: "Nov 29, 2026" },
  ],
  charged: [
    {
      kind: "charged",
      siteUrl,
      amount: "$5",
      plan: "monthly",
      date: "Nov 29, 2026",
      isFirst: false,
      nextDate: null,
    },
    {
      kind: "charged",
      siteUrl,
      amount: "$40",
      plan: "annual",
      date: "Nov 29, 2026",
      isFirst: true,
      nextDate: "Nov 29, 2027",
    },
  ],
  unfinished_sign_up: [
    {
      kind: "unfinished_sign_up",
      siteUrl,
      boughtOn: "Nov 22, 2026",
      link: `${siteUrl}/onboarding?threelineUid=${"u".repeat(36)}`,
      start: {
        firstBriefingDay: "Wednesday, November 25",
        firstCharge: { price: annualPrice, chargeDate: "Nov 29, 2026" },
      },
    },
  ],
  unreachable: [{ kind: "unreachable", siteUrl, briefings: 3 }],
  admin_invitation: [
    {
      kind: "admin_invitation",
      siteUrl,
      link: `${siteUrl}/admin-invitation/${"a".repeat(43)}`,
      role: "editor",
      invitedBy: null,
      days: 7,
    },
    {
      kind: "admin_invitation",
      siteUrl,
      link: `${siteUrl}/admin-invitation/${"a".repeat(43)}`,
      role: "owner",
      invitedBy: "maria",
      days: 7,
    },
  ],
  days_given_back: [
    {
      kind: "days_given_back",
      siteUrl,
      mornings: ["Monday, November 16"],
      nextDate: "Nov 30, 2026",
      isTrial: true,
    },
    {
      kind: "days_given_back",
      siteUrl,
      mornings: ["Monday, November 16", "Tuesday, November 17", "Wednesday, November 18"],
      nextDate: "Dec 2, 2026",
      isTrial: false,
    },
  ],
  account_deleted: [{ kind: "account_deleted", siteUrl }],
};

const day = "Wednesday, November 25";
const alerts: Record<keyof typeof operatorAlertMessages, { subject: string; body: string }> = {
  importDone: operatorAlertMessages.importDone(
    "subscribers-of-the-old-tool.csv",
    { added: 12_480, updated: 3, rejected: 17 },
    `${siteUrl}/admin/import/4`,
  ),
  webhookDisabled: operatorAlertMessages.webhookDisabled(
    "hooks.example",
    true,
    `${siteUrl}/admin/api`,
  ),
  auditLogChanged: operatorAlertMessages.auditLogChanged(
    Array.from({ length: 10 }, (_, index) => `Entry ${index + 1} differs from its hash.`),
    `${siteUrl}/admin/audit`,
  ),
  paymentEvent: operatorAlertMessages.paymentEvent(
    "customer.created",
    ["evt_01jx", "ctm_01jx", "u@@example.com"],
    "ZodError: Invalid input: expected string, received undefined",
  ),
  planNotChanged: operatorAlertMessages.planNotChanged("sub_01jx", "monthly"),
  secondPurchase: operatorAlertMessages.secondPurchase("sub_1"),
  unsendableAddress: operatorAlertMessages.unsendableAddress("ctm_1"),
  notReady: operatorAlertMessages.notReady(day, `${siteUrl}/admin/daily-messages`),
  notApproved: operatorAlertMessages.notApproved(day, `${siteUrl}/admin/daily-messages`),
  unapproved: operatorAlertMessages.unapproved(day, "London", `${siteUrl}/admin/daily-messages`),
  openChecks: operatorAlertMessages.openChecks(
    day,
    Array.from({ length: 12 }, (_, index) => ({
      state: index < 3 ? "failed" : "warning",
      title: "A link doesn’t work",
      detail: `https://charts.example/rates/${index} answered 404 Not Found`,
    })),
    `${siteUrl}/admin/daily-messages`,
  ),
  noMessage: operatorAlertMessages.noMessage(day, `${siteUrl}/admin/daily-messages`),
  missed: operatorAlertMessages.missed(day, "New York", "2026-11-25", [
    { channel: "email", reason: "provider_unauthorized", count: 12_480 },
    { channel: "sms", reason: "outcome_unknown", count: 1 },
  ]),
  undelivered: operatorAlertMessages.undelivered(
    day,
    "New York",
    "sms",
    { accepted: 12_480, undelivered: 12_479 },
    [
      { code: "30034", count: 12_478 },
      { code: null, count: 1 },
    ],
  ),
  optOutsFound: operatorAlertMessages.optOutsFound(3, 1),
  textsOverCapacity: operatorAlertMessages.textsOverCapacity(
    day,
    [{ city: "New York", minutes: 52 }],
    3,
  ),
  emailsOverCapacity: operatorAlertMessages.emailsOverCapacity(
    day,
    [
      { city: "New York", minutes: 22 },
      { city: "London", minutes: 31 },
    ],
    15,
  ),
  rejecting: operatorAlertMessages.rejecting(
    day,
    "London",
    "Postmark HTTP 422, code 412: the account is pending approval",
  ),
  clocksDisagree: operatorAlertMessages.clocksDisagree(1_200),
  restored: operatorAlertMessages.restored("Postmark has accepted emails that it doesn't know"),
  restoreStuck: operatorAlertMessages.restoreStuck("Postmark HTTP 503"),
  loginBurst: operatorAlertMessages.loginBurst(120, "maria", "203.0.113.0/24"),
  webhookFailures: operatorAlertMessages.webhookFailures("postmark", 31, "203.0.113.0/24"),
  newDevice: operatorAlertMessages.newDevice("maria", {
    at: "Nov 22, 2026 at 8:03 AM EST",
    device: "Chrome on Windows",
    network: "203.0.113.0/24",
    securityUrl: `${siteUrl}/admin/security`,
  }),
  unfinishedSignUps: operatorAlertMessages.unfinishedSignUps(
    "Nov 22, 2026",
    Array.from({ length: 20 }, (_, index) => `person.${index}@sample.example`),
    31,
  ),
  emailChangeStopped: operatorAlertMessages.emailChangeStopped(`${siteUrl}/admin/subscribers/4218`),
  emailChangeTaken: operatorAlertMessages.emailChangeTaken(`${siteUrl}/admin/subscribers/4218`),
  teamActions: operatorAlertMessages.teamActions(
    "The API token “Zapier” of maria",
    "1,000",
    "Nov 26, 2026 at 8:03 AM EST",
  ),
  teamSilenced: operatorAlertMessages.teamSilenced("1,296", `${siteUrl}/admin/audit`),
  textBudget: operatorAlertMessages.textBudget(1_000, "8:03 AM"),
  storyBudget: operatorAlertMessages.storyBudget(500, "8:03 AM"),
  repeatTrial: operatorAlertMessages.repeatTrial("sub_01hv8x29kz0t586xy6zn1a62ny", true),
  otherProduct: operatorAlertMessages.otherProduct(
    "pri_01hv8y5ehszzq0yv20ttx3166y",
    "sub_01hv8x29kz0t586xy6zn1a62ny",
  ),
  unknownPrice: operatorAlertMessages.unknownPrice(
    "pri_01hv8y5ehszzq0yv20ttx3166y",
    "sub_01hv8x29kz0t586xy6zn1a62ny",
  ),
  chargeback: operatorAlertMessages.chargeback(
    "sub_01hv8x29kz0t586xy6zn1a62ny",
    `${siteUrl}/admin/subscribers/4218`,
  ),
  refundedAndRunning: operatorAlertMessages.refundedAndRunning(
    "sub_01hv8x29kz0t586xy6zn1a62ny",
    `${siteUrl}/admin/subscribers/4218`,
  ),
  notCanceled: operatorAlertMessages.notCanceled("sub_01hv8x29kz0t586xy6zn1a62ny"),
};

const start = {
  firstBriefingDay: day,
  firstCharge: { price: annualPrice, chargeDate: "Nov 29, 2026" },
} as const;
const longName = "Maria de los Ángeles Fernández-Villaverde García";

/** Every email that we send, with realistic short, long, and hostile content, by name. */
export const everyEmail: Record<string, () => Promise<RenderedEmail>> = {
  "briefing of a message": () => briefing("Quiet.\nMarkets are shut.", null),
  "briefing of one long line": () => briefing(sentence.repeat(12), null),
  "briefing with every element": () => briefing(message, { title, content: everyElement }),
  "briefing of a chart": () =>
    briefing("1. Yields fall", {
      title,
      content: "![](/images/0123456789abcdef0123/1200x750.png)",
    }),
  "briefing that is cut": () => briefing(message, { title: title.repeat(3), content: longest }),
  "briefing of what was pasted": () =>
    briefing(`1. Ra\u200bt\u200bes f\u200be\u200bll\n2. ${"x".repeat(1_500)}`, {
      title,
      content: pasted,
    }),
  "briefing from right to left": () =>
    briefing("1. النفط ينخفض\n2. العوائد", {
      title: "النفط",
      content: "## قصة\n\nنص طويل. ".repeat(40),
    }),
  ...Object.fromEntries(
    seedPosts.map((post, index) => [
      `briefing ${index + 1} of the samples`,
      () => briefing(seedMessages[index] ?? "", post),
    ]),
  ),
  "login link": () =>
    notices.renderLoginLink({
      siteUrl,
      email: "ada@sample.example",
      link: `${siteUrl}/auth/verify?token=${"t".repeat(43)}`,
      minutes: 15,
      requestedFrom: "Chrome on Windows (IP address 203.0.113.7)",
    }),
  welcome: () =>
    notices.renderWelcome({
      siteUrl,
      name: null,
      email: "a@b.example",
      timezoneLabel: "London (GMT/BST)",
      firstBriefingDay: "Monday, November 23",
      firstCharge: null,
    }),
  "welcome with a free trial": () =>
    notices.renderWelcome({
      siteUrl,
      name: longName,
      email: "ada.lovelace@sample.example",
      timezoneLabel: "Eastern Time (ET)",
      ...start,
    }),
  "trial reminder": () =>
    notices.renderTrialReminder({
      siteUrl,
      name: null,
      price: { ...annualPrice, amount: 500, interval: "month" },
      total: null,
      chargeDate: "Nov 29, 2026",
    }),
  "trial reminder with a name": () =>
    notices.renderTrialReminder({
      siteUrl,
      name: longName,
      price: annualPrice,
      total: "$43.55",
      chargeDate: "Nov 29, 2026",
    }),
  ...Object.fromEntries(
    Object.values(events).flatMap((variants) =>
      variants.map((notice, index) => [
        `${notice.kind} ${index + 1}`,
        () => notices.renderEvent(notice),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(alerts).map(([kind, alert]) => [
      `alert ${kind}`,
      () => notices.renderOperatorAlert({ siteUrl, ...alert, isForAdmin: kind === "newDevice" }),
    ]),
  ),
};
