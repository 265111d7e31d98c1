// Over 300 lines because it has the texts of all alerts that are emailed, which are read together. Those of
// Prometheus are in deploy/prometheus.
import { briefingChecksMessages } from "./admin/briefing-checks";
import { deliveriesMessages } from "./admin/deliveries";
import { countOf, formatCount } from "./counts";
import { reportCodeMeaning } from "./report-codes";

/** A zone whose window is too short, and how many minutes it needs. */
type LateZone = { city: string; minutes: number };

const readyBy =
  "If you activate one before 10:00 in a subscriber’s time zone, they’ll still get it.";

/** Providers that call us, and what their calls are checked with. */
const callers = {
  paddle: {
    name: "Paddle",
    credentials: "the secret of the notification destination with `PADDLE_WEBHOOK_SECRET`",
  },
  postmark: {
    name: "Postmark",
    credentials:
      "the webhooks’ basic auth with `POSTMARK_WEBHOOK_USERNAME` and `POSTMARK_WEBHOOK_PASSWORD`",
  },
  twilio: {
    name: "Twilio",
    credentials:
      "the auth token with `TWILIO_AUTH_TOKEN`, and the webhooks’ addresses with `SITE_URL`",
  },
};

const approvedBy =
  "If it’s approved before 10:00 in a subscriber’s time zone, they’ll still get it.";

/** Why messages were missed, by the reason code in the ledger. */
function missedReasonOf(reason: string): string {
  const known: Readonly<Record<string, string>> = deliveriesMessages.missedReasons;
  return known[reason] ?? deliveriesMessages.notInTime;
}

/** Alerts emailed to the operator: a subject and a body for each. A `day` is such as `Monday, November 23`. */
export const operatorAlertMessages = {
  importDone: (
    fileName: string,
    { added, updated, rejected }: { added: number; updated: number; rejected: number },
    importUrl: string,
  ) => ({
    subject: `Imported: ${fileName}`,
    body:
      `${countOf(added, "person", "people")} added, ${formatCount(updated)} updated, ` +
      `${countOf(rejected, "row")} left out. You can undo it until one of the added people gets a ` +
      `briefing.\n\n${importUrl}`,
  }),
  webhookDisabled: (host: string, isGone: boolean, apiUrl: string) => ({
    subject: `The webhook to ${host} was turned off`,
    body:
      (isGone
        ? "It answered 410 (Gone), so it no longer wants messages. "
        : "Every message to it has failed for five days. ") +
      "Messages since then aren’t kept for it. Once it works again, turn it on, and replay what " +
      `failed.\n\n${apiUrl}`,
  }),
  auditLogChanged: (problems: readonly string[], auditUrl: string) => ({
    subject: "The audit log was changed",
    body:
      `${problems.slice(0, 10).join("\n")}\n\n` +
      "If you restored a backup, entries since then are missing. Otherwise, someone with access to " +
      "the database may have changed the log. Compare it with the lines `audit log verified` in older " +
      "log files and with your backups. Once you know the reason, run " +
      `\`npm run cli -- audit accept --reason "…"\`.\n\n${auditUrl}`,
  }),
  notReady: (day: string, editorUrl: string) => ({
    subject: `No briefing for ${day} yet`,
    body: `There’s no active daily message for ${day}. ${readyBy}\n\n${editorUrl}`,
  }),
  notApproved: (day: string, editorUrl: string) => ({
    subject: `The briefing for ${day} isn’t approved yet`,
    body:
      `The briefing for ${day} won’t be sent until someone other than the last person to save it ` +
      `approves it. ${approvedBy}\n\n${editorUrl}`,
  }),
  unapproved: (day: string, city: string, editorUrl: string) => ({
    subject: `The briefing for ${day} isn’t being sent in ${city}: it isn’t approved`,
    body:
      `The delivery window in ${city} opened, and the current briefing for ${day} isn’t approved, so ` +
      `it isn’t being sent there. ${approvedBy}\n\n${editorUrl}`,
  }),
  openChecks: (
    day: string,
    checks: readonly { state: string; title: string; detail: string | null }[],
    editorUrl: string,
  ) => {
    const fix = checks.filter(({ state }) => state === "failed");
    const look = checks.filter(({ state }) => state !== "failed");
    const part = (title: string, items: typeof checks) =>
      items.length === 0
        ? ""
        : `${title}\n${items.map((item) => `- ${item.title}${item.detail === null ? "" : `: ${item.detail}`}`).join("\n")}\n\n`;
    return {
      subject: `Briefing for ${day}: ${briefingChecksMessages.summary(fix.length, look.length)}`,
      body:
        `${part("To fix:", fix)}${part("To check:", look)}` +
        "The briefing goes out as it is unless someone changes it. If something is fine, waive it with a " +
        `reason.\n\n${editorUrl}`,
    };
  },
  noMessage: (day: string, editorUrl: string) => ({
    subject: `No briefing is being sent for ${day}`,
    body:
      `The first delivery window for ${day} opened without an active daily message, so ` +
      `nothing is being sent. ${readyBy}\n\n${editorUrl}`,
  }),
  missed: (
    day: string,
    city: string,
    localDate: string,
    counts: readonly { channel: "email" | "sms"; reason: string; count: number }[],
  ) => ({
    subject: `Briefing for ${day}: some subscribers in ${city} missed it`,
    body:
      `When the delivery window in ${city} closed, these messages hadn’t been sent:\n\n` +
      `${counts.map(({ channel, reason, count }) => `${countOf(count, channel === "email" ? "email" : "text")}: ${missedReasonOf(reason)}`).join("\n")}\n\n` +
      "Under Today, you can give the day back or dismiss it. To see every zone and both channels, run " +
      `\`npm run cli -- briefing status --date ${localDate}\`.`,
  }),
  undelivered: (
    day: string,
    city: string,
    channel: "email" | "sms",
    { accepted, undelivered }: { accepted: number; undelivered: number },
    codes: readonly { code: string | null; count: number }[],
  ) => ({
    subject: `Briefing for ${day}: many ${channel === "email" ? "emails" : "texts"} to ${city} didn’t arrive`,
    body:
      `${channel === "email" ? "Postmark" : "Twilio"} accepted ${formatCount(accepted)} and has reported ` +
      `${formatCount(undelivered)} of them as undelivered so far:\n\n` +
      `${codes.map(({ code, count }) => `${formatCount(count)}: ${reportCodeMeaning(code, "No reason was given.")}`).join("\n")}\n\n` +
      (channel === "email"
        ? "Look up the reason in Postmark’s activity. "
        : "Look up the codes at https://www.twilio.com/docs/api/errors. ") +
      "If the cause is on our end, it will happen again tomorrow.",
  }),
  textsOverCapacity: (day: string, zones: readonly LateZone[], segmentsPerSecond: number) => ({
    subject: `Briefing for ${day}: texts can’t all be sent by 8:45 AM`,
    body:
      zones
        .map(
          ({ city, minutes }) =>
            `The texts for ${city} need ${countOf(minutes, "minute")} at ` +
            `${countOf(segmentsPerSecond, "segment")} a second and can’t finish by 8:45 AM.\n`,
        )
        .join("") +
      "\n" +
      "Shorten the daily message: every 153 characters (67 with emoji or accents) are one more " +
      "segment for each subscriber. If that isn’t enough, get a faster sender from Twilio, such as " +
      "a short code, and set `SMS_SEGMENTS_PER_SECOND` to its rate.",
  }),
  emailsOverCapacity: (day: string, zones: readonly LateZone[], leadMinutes: number) => ({
    subject: `Briefing for ${day}: emails can’t all be sent by 8:00 AM`,
    body:
      zones
        .map(
          ({ city, minutes }) =>
            `The emails for ${city} need ${countOf(minutes, "minute")} at the rate of recent days and ` +
            "can’t finish by 8:00 AM.\n",
        )
        .join("") +
      `\nEmail starts ${countOf(leadMinutes, "minute")} before 8:00. Set \`EMAIL_LEAD_MINUTES\` to ` +
      `${Math.max(...zones.map(({ minutes }) => minutes)) + 5} and restart.`,
  }),
  rejecting: (day: string, city: string, detail: string) => ({
    subject: `Briefing for ${day}: the provider refuses our messages`,
    body:
      `The provider has refused the last messages for ${city}, and accepted none since, so this is ` +
      `probably about our account or the text:\n\n${detail}\n\n` +
      "We haven’t given up on anyone: we try one message every few seconds until 10:00 local time, and " +
      "once it’s accepted, the rest follow. Fix the setting or the text before then.",
  }),
  clocksDisagree: (seconds: number) => ({
    subject: "The clocks of the database and a worker disagree",
    body:
      `The database’s clock and that of a worker’s machine are ${seconds} seconds apart. Nothing is ` +
      "sent until both say it’s time, or once either says it’s over, so briefings may be late. Check " +
      "that both machines get their time from the network, then restart the workers.",
  }),
  restored: (cause: string) => ({
    subject: "The database was restored: briefings are on hold",
    body:
      `The database is older than what was sent: ${cause}.\n\n` +
      "No briefing is sent until deleted accounts, subscriptions, bounces, and replies to our texts " +
      "have been read again, and Postmark and Twilio have said who already got today’s briefing. " +
      "That usually takes a minute or two, and then sending resumes on its own.\n\n" +
      "Posts, daily messages, and account settings that were changed after the backup are lost. Check " +
      "today’s message.",
  }),
  /** @param reason why they can't be read; null if they can, but don't show everything */
  restoreStuck: (reason: string | null) => ({
    subject: "Briefings are on hold: the database may be incomplete",
    body:
      "The database was restored, or runs on a new machine, and we can’t read what may be missing " +
      `from the providers:\n\n${reason ?? "They don’t show everything that we know they accepted."}\n\n` +
      "It’s tried again at least once a minute. No briefing is sent until then, because people could " +
      "get it twice, or after opting out. If you can’t wait, run `npm run cli -- briefing resume`.",
  }),
  optOutsFound: (emails: number, numbers: number) => ({
    subject: "We found opt-outs that we hadn’t heard of",
    body:
      `Postmark’s list of suppressed addresses had ${formatCount(emails)} that we didn’t know about, and Twilio’s ` +
      `list of replies had ${formatCount(numbers)} STOP or START. They’re honored from now on.\n\n` +
      "Webhooks were lost: the web server may have been down, or their addresses may be wrong. Run " +
      "`npm run cli -- doctor`.",
  }),
  loginBurst: (failures: number, admin: string | null, network: string | null) => ({
    subject: "Many failed administrator logins",
    body:
      `${failures} administrator logins failed within 15 minutes. The last one ` +
      (admin === null ? "used an unknown username" : `was for ${admin}`) +
      `${network === null ? "" : ` and came from ${network}`}.\n\n` +
      "Attempts are slowed down, and nobody is locked out. If someone is guessing, make sure that " +
      "every administrator has two-factor login: `npm run cli -- admin list` shows who does, and " +
      "`ADMIN_REQUIRE_2FA=1` requires it.\n\n" +
      "You’ll get the next alert when logins fail again after an hour without many failures.",
  }),
  webhookFailures: (source: keyof typeof callers, failures: number, network: string | null) => {
    const { name, credentials } = callers[source];
    return {
      subject: `Many refused calls to the webhooks for ${name}`,
      body:
        `${failures} calls to the webhooks for ${name} had a wrong password or signature within 15 ` +
        `minutes${network === null ? "" : `. The last one came from ${network}`}.\n\n` +
        `If you have just changed something, these may be ${name}’s own calls, and its events are ` +
        `getting lost: compare ${credentials}, and run \`npm run cli -- doctor\`.\n\n` +
        `Otherwise, someone is guessing. That is slowed down, and ${name}’s calls still get through.\n\n` +
        "You’ll get the next alert when calls fail again after an hour without many failures.",
    };
  },
  newDevice: (
    username: string,
    login: { at: string; device: string; network: string | null; securityUrl: string },
  ) => ({
    subject: "New login to your administrator account",
    body:
      `${username} logged in with a browser that hasn’t been used for this account before:\n\n` +
      `${login.device}${login.network === null ? "" : ` from ${login.network}`}, ${login.at}\n\n` +
      "If that wasn’t you, log out everywhere by changing the password, and tell the " +
      `operator.\n\n${login.securityUrl}`,
  }),
  unfinishedSignUps: (boughtOn: string, emails: readonly string[], count: number) => ({
    subject: `${countOf(count, "person", "people")} paid but never finished signing up`,
    body:
      `They subscribed on ${boughtOn} and got three reminders, but haven’t said where and when to send ` +
      `their briefings:\n\n${emails.join("\n")}` +
      `${count > emails.length ? `\nand ${formatCount(count - emails.length)} more` : ""}\n\n` +
      "Write to them, or refund them before they ask.",
  }),
  emailChangeStopped: (personUrl: string) => ({
    subject: "A subscriber stopped a change of their address",
    body:
      "Someone on the team entered a new address for a subscriber, but someone at the current one didn’t " +
      "ask for it. Nothing was changed. Find out who entered it and why: a login or token may be stolen, or " +
      `someone pretended to be the subscriber.\n\n${personUrl}`,
  }),
  emailChangeTaken: (personUrl: string) => ({
    subject: "A confirmed change of address couldn’t be made",
    body:
      "While it waited, another account got the new address. The subscriber keeps the current one. Write to " +
      `them, or enter another address.\n\n${personUrl}`,
  }),
  teamActions: (who: string, count: string, until: string) => ({
    subject: `${who} reached the daily limit of actions on subscribers`,
    body:
      `${who} can act on ${count} subscribers a day, and has to wait until ${until}. If nobody meant to ` +
      "change that many, the login or token may be stolen: disable the login under Team, or revoke the token " +
      "under API. The audit log lists what was done.",
  }),
  teamSilenced: (people: string, auditUrl: string) => ({
    subject: `Your team stopped briefings for ${people} subscribers within a day`,
    body:
      "That’s an unusual share. They were suppressed, paused, ended, or erased by someone on the team or " +
      "with an API token. If nobody meant to, disable the login under Team or revoke the token under API, and " +
      `undo it. The audit log lists what was done.\n\n${auditUrl}`,
  }),
  textBudget: (budget: number, until: string) => ({
    subject: "The daily budget for texts is used up",
    body:
      `${budget} confirmation texts, codes, resends, stories, and test texts were sent within a day. People ` +
      `can’t trigger more until ${until}. Briefings are still sent.\n\n` +
      "If this isn’t abuse, raise the limit under Settings, Business settings.",
  }),
  storyBudget: (stories: number, until: string) => ({
    subject: "Half of the daily budget for texts went to stories",
    body:
      `${countOf(stories, "story", "stories")} that people asked for by replying 1, 2, or 3 were sent within ` +
      `a day. Further requests get no answer until ${until}, so that codes and confirmations still get through. ` +
      "Briefings are still sent.\n\n" +
      "If this isn’t abuse, raise the limit under Settings, Business settings.",
  }),
  paymentEvent: (kind: string, names: readonly string[], problem: string) => ({
    subject: `We couldn’t apply an event from Paddle: ${kind}`,
    body:
      `We couldn’t apply ${kind} (${names.join(", ")}), so someone may be paying without getting the ` +
      `briefing, or getting it without paying.\n\n${problem.slice(0, 1_000)}\n\n` +
      "Run `npm run cli -- billing reconcile`, which copies what Paddle has; it also runs every " +
      "night. Then check the person’s page, and ask your developer about the event.",
  }),
  unsendableAddress: (customer: string) => ({
    subject: "Someone paid with an address that we can’t email",
    body:
      `The address of Paddle’s customer ${customer} has letters such as ü before the @, which Postmark can’t send to, so its owner gets ` +
      "neither the briefing nor a login link.\n\n" +
      "Ask them for a different address, using the contact in Paddle, and change it in Paddle or on " +
      "the person’s page.",
  }),
  otherProduct: (price: string, subscription: string) => ({
    subject: `Someone bought something else in Paddle: ${price}`,
    body:
      `${subscription} has the price ${price}, which isn’t one of the briefing’s, so its buyer gets no ` +
      "briefing and no email from us. You won’t be told about other subscriptions with this price.\n\n" +
      "If it’s a price of the briefing, add it to PADDLE_FORMER_PRICES and restart. Subscriptions with " +
      "it are added within a day, or right away with `npm run cli -- billing reconcile`.",
  }),
  unknownPrice: (price: string, subscription: string) => ({
    subject: `A subscriber has a price that isn’t configured: ${price}`,
    body:
      `${subscription} has the price ${price}, which is neither PADDLE_PRICE_MONTHLY nor ` +
      "PADDLE_PRICE_ANNUAL nor one of PADDLE_FORMER_PRICES. Its subscriber, and others with this price " +
      "that we already know, still get the briefing. New ones won’t.\n\n" +
      "If it’s a former price of the briefing, add it to PADDLE_FORMER_PRICES and restart. Otherwise, " +
      "find out how the subscription got it, and cancel it on the person’s page.",
  }),
  chargeback: (subscription: string, personUrl: string) => ({
    subject: `A payment was disputed: ${subscription}`,
    body:
      `The bank took back a payment for ${subscription} (a chargeback). We’ve stopped its briefings and, ` +
      "if it’s still running, are asking Paddle to cancel it.\n\n" +
      "Paddle contests disputes on its own. If it wins, the buyer gets what they paid for.\n\n" +
      personUrl,
  }),
  refundedAndRunning: (subscription: string, personUrl: string) => ({
    subject: `Refunded in full, but still running: ${subscription}`,
    body:
      `All of the current payment of ${subscription} was refunded. The subscription continues, so ` +
      "its subscriber still gets the briefing and will be charged again.\n\n" +
      `Decide on their page whether to stop it now or to keep serving them.\n\n${personUrl}`,
  }),
  notCanceled: (subscription: string) => ({
    subject: `Cancel ${subscription} at Paddle`,
    body:
      `${subscription} should have ended, but Paddle hasn’t canceled it yet. We try again every ` +
      "few minutes. Until then, its subscriber may be charged.\n\n" +
      "Cancel it in Paddle’s dashboard, under Subscriptions.",
  }),
  planNotChanged: (subscription: string, plan: string) => ({
    subject: `A plan couldn’t be changed before it renews: ${subscription}`,
    body:
      `${subscription} should become ${plan} when it renews in less than three hours, but Paddle ` +
      "didn’t accept the change. We’ll keep trying until then.\n\n" +
      "If it renews at the old price, change the plan in Paddle and refund the difference.",
  }),
  secondPurchase: (subscription: string) => ({
    subject: "An existing subscriber bought again",
    body:
      `The buyer of ${subscription} already had a subscription. The new one stays separate: they ` +
      "don’t get the briefing twice, but they’d be charged twice.\n\n" +
      "The page after the checkout says so and offers to cancel it before its first charge. If it’s " +
      "still there in a few days, ask them, and cancel it in Paddle.",
  }),
  repeatTrial: (subscription: string, isRefused: boolean) => ({
    subject: "Someone started a second free trial",
    body:
      `${subscription} is in its free trial, but its buyer seems to have had a subscription ` +
      "before: the same Paddle customer, email address (ignoring dots and plus tags), or phone " +
      "number. " +
      (isRefused
        ? "They don’t get the briefing, and Paddle cancels the trial before it’s charged. They can " +
          "start now without a trial."
        : "The sign-up wasn’t blocked."),
  }),
} as const;
