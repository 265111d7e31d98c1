import { setTimeout as sleep } from "node:timers/promises";
import { Argument, InvalidArgumentError, type Command } from "commander";
import { isWeekday } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { isDayOff } from "@/lib/domain/daily-messages/days-off";
import { markDayOff, unmarkDayOff } from "@/lib/domain/delivery/content/mark-day-off";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { retryReports } from "@/lib/domain/delivery/reports/retry-reports";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { setTracking } from "@/lib/domain/delivery/reports/tracking";
import { slotsOfDate, type Slot } from "@/lib/domain/delivery/schedule/slots";
import {
  formatBriefingStatus,
  getBriefingStatus,
  listSlotProgress,
  type SlotProgress,
} from "@/lib/domain/delivery/monitoring/status";
import { forecastDate, formatForecast } from "@/lib/domain/delivery/monitoring/forecast";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { resumeBriefings } from "@/lib/domain/recovery/resume-briefings";
import { countOf } from "@/lib/messages/counts";
import { daysOffMessages } from "@/lib/messages/days-off";
import { startHeartbeat } from "@/server/worker/worker-heartbeat";
import { OperatorError } from "@/lib/platform/operator-error";
import { asDate } from "./admin-options";
import { withServices } from "./services";

type DateOptions = { date: string };
type ZoneOptions = DateOptions & { timezone?: Timezone };
type DayOffOptions = DateOptions & { remove?: boolean };
type StatusOptions = DateOptions & { json?: boolean; watch?: boolean };

function asTimezone(text: string): Timezone {
  const timezone = timezoneNames.find((name) => name === text);
  if (!timezone) throw new InvalidArgumentError(`Use one of ${timezoneNames.join(", ")}.`);
  return timezone;
}

async function slotsOf(ctx: Context, { date, timezone }: ZoneOptions): Promise<Slot[]> {
  if (!isWeekday(date))
    throw new OperatorError(`${date} isn't a weekday, so there is no briefing.`);
  if (await isDayOff(ctx, date))
    throw new OperatorError(`${date} is a day off, so there is no briefing.`);
  return slotsOfDate(date, ctx.settings.emailLeadMinutes).filter(
    (slot) => timezone === undefined || slot.timezone === timezone,
  );
}

async function plan(ctx: Context, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots) {
    const result = await planSlot(ctx, slot, { force: true });
    const outcome = {
      planned: result.state === "planned" ? `${result.added} rows added` : "",
      no_message: "nothing to send: there is no active daily message",
      not_now: "a worker is planning it right now",
      closed: "closed",
    }[result.state];
    console.log(`${slot.channel.padEnd(6)} ${slot.timezone.padEnd(20)} ${outcome}`);
  }
}

const onHold =
  "Nothing is sent yet, because the database may not know what was already sent. A worker is asking the providers.";

/** Sends everything that is due, in this process. */
async function sendDue(ctx: Context): Promise<number> {
  await detectRestore(ctx);
  if (await findOpenRestore(ctx)) throw new OperatorError(onHold);
  const heartbeat = await startHeartbeat(ctx, {
    name: "threeline-cli",
    onLost: (reason) => console.error(`Stopped sending: ${reason}.`),
  });
  let accepted = 0;
  try {
    for (;;) {
      const batches = await leaseDueBatches(ctx, 4);
      if (batches.length === 0) return accepted;
      const outcomes = await Promise.all(
        batches.map((batch) => sendBatch(ctx, heartbeat.identity, batch.id)),
      );
      for (const outcome of outcomes) if (outcome.state === "sent") accepted += outcome.accepted;
    }
  } finally {
    await heartbeat.stop();
  }
}

function formatSlotProgress(slot: SlotProgress) {
  const { channel, timezone, planned, finalized } = slot;
  const percent = planned === 0 ? 100 : Math.floor((100 * finalized) / planned);
  return [channel, timezone, `${finalized} of ${planned} finalized (${percent}%)`] as const;
}

async function resume(ctx: Context): Promise<void> {
  await resumeBriefings(ctx, "operator");
  console.log("Sending has resumed.");
}

async function printStatus(ctx: Context, { date, json }: StatusOptions): Promise<number> {
  const status = await getBriefingStatus(ctx, date);
  const pending = status.channels.email.pending + status.channels.sms.pending;
  if (json) {
    console.log(JSON.stringify(status));
    return pending;
  }
  console.log(formatBriefingStatus(status));
  const slots = await listSlotProgress(ctx, date);
  const forecasts = await forecastDate(ctx, date);
  const lines = [
    ...slots.filter((slot) => !slot.closed).map((slot) => formatSlotProgress(slot)),
    ...forecasts.map((slot) => [slot.channel, slot.timezone, formatForecast(slot)] as const),
  ];
  if (lines.length > 0) console.log("");
  for (const [channel, timezone, text] of lines) {
    console.log(`${channel.padEnd(6)} ${timezone.padEnd(20)} ${text}`);
  }
  return pending;
}

/** `briefing plan`, `send`, `day-off`, `resume`, `retry-reports`, and `status`. */
export function registerBriefingCommands(program: Command): void {
  const briefing = program
    .command("briefing")
    .description("plan, send, or check the briefing of one date");

  briefing
    .command("plan")
    .description("plan a date now and freeze its content, without sending anything")
    .requiredOption("--date <date>", "local date, such as 2026-11-23", asDate)
    .option("--timezone <zone>", "only this time zone", asTimezone)
    .addHelpText("after", "\nExample:\n  $ npm run cli -- briefing plan --date 2026-11-23")
    .action((options: ZoneOptions) =>
      withServices(async ({ ctx }) => plan(ctx, await slotsOf(ctx, options))),
    );

  briefing
    .command("send")
    .description("plan and send what is due for a date, in this process")
    .requiredOption("--date <date>", "local date, such as 2026-11-23", asDate)
    .option("--timezone <zone>", "plan only this time zone", asTimezone)
    .addHelpText(
      "after",
      `
Nothing is sent before the delivery window opens (texts at 8:00, email EMAIL_LEAD_MINUTES earlier) or
after it closes at 10:00. It is safe to run next to the workers: nobody gets anything twice.

Example:
  $ npm run cli -- briefing send --date 2026-11-23 --timezone America/New_York`,
    )
    .action((options: ZoneOptions) =>
      withServices(async ({ ctx }) => {
        const now = ctx.clock.now();
        const open = (await slotsOf(ctx, options)).filter(
          (slot) => slot.opensAt <= now && now < slot.closesAt,
        );
        if (open.length === 0) console.log(`Nothing is due for ${options.date} now.`);
        await plan(ctx, open);
        console.log(`${await sendDue(ctx)} accepted.`);
      }),
    );

  briefing
    .command("day-off")
    .description("mark a date as a day without a briefing, until its first zone starts")
    .requiredOption("--date <date>", "local date, such as 2026-11-26", asDate)
    .option("--remove", "send a briefing on the date after all")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- briefing day-off --date 2026-11-26")
    .action(({ date, remove }: DayOffOptions) =>
      withServices(async ({ ctx }) => {
        const change = remove ? unmarkDayOff : markDayOff;
        const { isDayOff: isMarked } = await change(ctx, date, "operator");
        const { marked, unmarked } = daysOffMessages;
        console.log(`${(isMarked ? marked : unmarked)(formatLongWeekdayMonthDay(date))}.`);
      }),
    );

  briefing
    .command("resume")
    .description("send again after a restore, before the providers have said who got the briefing")
    .addHelpText(
      "after",
      `
After a restore, briefings are on hold until the workers have asked the providers what was sent. Then
sending resumes automatically. Use this command only if a provider can't be asked for hours: people can get
the briefing twice, or after opting out.

Example:
  $ npm run cli -- briefing resume`,
    )
    .action(() => withServices(({ ctx }) => resume(ctx)));

  briefing
    .command("retry-reports")
    .description("apply delivery reports again that couldn't be applied")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- briefing retry-reports")
    .action(() =>
      withServices(async ({ ctx }) => {
        const reports = await retryReports(ctx, "operator");
        console.log(`A worker applies ${countOf(reports, "delivery report")} again.`);
      }),
    );

  briefing
    .command("track")
    .description("turn open and click tracking of emails on or off")
    .addArgument(
      new Argument("<state>", "on or off, for emails that are sent from now on").choices([
        "on",
        "off",
      ]),
    )
    .addHelpText("after", "\nExample:\n  $ npm run cli -- briefing track on")
    .action((state: string) =>
      withServices(async ({ ctx }) => {
        await setTracking(ctx, { value: state === "on", by: "operator" });
        console.log(state === "on" ? "Opens and clicks are counted." : "Nothing is tracked.");
      }),
    );

  briefing
    .command("status")
    .description("show how many messages of a date were sent, and why others weren't")
    .requiredOption("--date <date>", "local date, such as 2026-11-23", asDate)
    .option("--json", "print one JSON object")
    .option("--watch", "repeat every two seconds until nothing is pending")
    .addHelpText(
      "after",
      "\nExample:\n  $ npm run cli -- briefing status --date 2026-11-23 --watch",
    )
    .action((options: StatusOptions) =>
      withServices(async ({ ctx }) => {
        for (;;) {
          const pending = await printStatus(ctx, options);
          if (!options.watch || pending === 0) return;
          await sleep(2_000);
          console.log("");
        }
      }),
    );
}
