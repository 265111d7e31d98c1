import { setTimeout as sleep } from "node:timers/promises";
import { InvalidArgumentError, type Command } from "commander";
import { isLocalDate, isWeekday } from "@/lib/contracts/calendar";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { takeDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { slotsOfDate, type Slot } from "@/lib/domain/delivery/schedule/slots";
import {
  formatBriefingStatus,
  getBriefingStatus,
  listSlotProgress,
} from "@/lib/domain/delivery/monitoring/status";
import { startHeartbeat } from "@/server/worker/worker-heartbeat";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

type DateOptions = { date: string };
type ZoneOptions = DateOptions & { timezone?: Timezone };
type StatusOptions = DateOptions & { json?: boolean; watch?: boolean };

function asDate(text: string): string {
  if (!isLocalDate(text)) throw new InvalidArgumentError("It must look like 2026-11-23.");
  return text;
}

function asTimezone(text: string): Timezone {
  const timezone = timezoneNames.find((name) => name === text);
  if (!timezone) throw new InvalidArgumentError(`It must be one of ${timezoneNames.join(", ")}.`);
  return timezone;
}

function slotsOf(ctx: Context, { date, timezone }: ZoneOptions): Slot[] {
  if (!isWeekday(date)) throw new OperatorError(`${date} is no weekday: no briefing goes out.`);
  return slotsOfDate(date, ctx.settings.emailLeadMinutes).filter(
    (slot) => timezone === undefined || slot.timezone === timezone,
  );
}

async function plan(ctx: Context, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots) {
    const result = await planSlot(ctx, slot, { force: true });
    const words = {
      planned: result.state === "planned" ? `${result.added} rows added` : "",
      no_message: "nothing to send: no active daily message",
      not_now: "being planned by a worker at this moment",
      closed: "closed",
    }[result.state];
    console.log(`${slot.channel.padEnd(6)} ${slot.timezone.padEnd(20)} ${words}`);
  }
}

/** Sends what is due, in this process, until nothing is. */
async function sendDue(ctx: Context): Promise<number> {
  const heart = await startHeartbeat(ctx, {
    name: `threeline-cli-${process.pid}`,
    onLost: (reason) => console.error(`Stopped sending: ${reason}.`),
  });
  let accepted = 0;
  try {
    for (;;) {
      const batches = await takeDueBatches(ctx, 4);
      if (batches.length === 0) return accepted;
      const outcomes = await Promise.all(
        batches.map((batch) => sendBatch(ctx, heart.identity, batch.id)),
      );
      for (const outcome of outcomes) if (outcome.state === "sent") accepted += outcome.accepted;
    }
  } finally {
    await heart.stop();
  }
}

async function printStatus(ctx: Context, { date, json }: StatusOptions): Promise<number> {
  const status = await getBriefingStatus(ctx, date);
  const pending = status.channels.email.pending + status.channels.sms.pending;
  if (json) {
    console.log(JSON.stringify(status));
    return pending;
  }
  console.log(formatBriefingStatus(status));
  const open = (await listSlotProgress(ctx, date)).filter((slot) => !slot.closed);
  if (open.length > 0) console.log("");
  for (const slot of open) {
    const percent = slot.planned === 0 ? 100 : Math.floor((100 * slot.finalized) / slot.planned);
    console.log(
      `${slot.channel.padEnd(6)} ${slot.timezone.padEnd(20)} ${slot.finalized} of ${slot.planned} finalized (${percent}%)`,
    );
  }
  return pending;
}

/** `briefing plan`, `briefing send` and `briefing status`. */
export function registerBriefingCommands(program: Command, withServices: WithServices): void {
  const briefing = program
    .command("briefing")
    .description("plan, send and account for one date's briefing");

  briefing
    .command("plan")
    .description("write the ledger of a date now, and freeze its content; sends nothing")
    .requiredOption("--date <date>", "the readers' date, such as 2026-11-23", asDate)
    .option("--timezone <zone>", "only this zone", asTimezone)
    .addHelpText("after", "\nExample:\n  $ npm run cli -- briefing plan --date 2026-11-23")
    .action((options: ZoneOptions) => withServices(({ ctx }) => plan(ctx, slotsOf(ctx, options))));

  briefing
    .command("send")
    .description("plan and send what is due of a date, in this process; keeps to the hours")
    .requiredOption("--date <date>", "the readers' date, such as 2026-11-23", asDate)
    .option("--timezone <zone>", "plan only this zone", asTimezone)
    .addHelpText(
      "after",
      `
Nothing leaves before its hour (texts 8:00, e-mail the lead before) or from 10:00 on, and nobody
gets anything twice, whatever the workers do at the same time.

Example:
  $ npm run cli -- briefing send --date 2026-11-23 --timezone America/New_York`,
    )
    .action((options: ZoneOptions) =>
      withServices(async ({ ctx }) => {
        const now = ctx.clock.now();
        const open = slotsOf(ctx, options).filter(
          (slot) => slot.opensAt <= now && now < slot.closesAt,
        );
        if (open.length === 0) console.log(`Nothing of ${options.date} is due now.`);
        await plan(ctx, open);
        console.log(`${await sendDue(ctx)} accepted.`);
      }),
    );

  briefing
    .command("status")
    .description("what became of a date's briefing: planned is the sum of all the others")
    .requiredOption("--date <date>", "the readers' date, such as 2026-11-23", asDate)
    .option("--json", "as one JSON object")
    .option("--watch", "again every two seconds until nothing is pending")
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
