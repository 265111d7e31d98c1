import type { Command } from "commander";
import type { z } from "zod";
import { timelineQuerySchema } from "@/lib/contracts/admin/person";
import { subscriberQuerySchema } from "@/lib/contracts/admin/subscribers";
import { idSchema } from "@/lib/contracts/primitives";
import { listSubscribers } from "@/lib/domain/subscribers/list/list";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { listTimeline } from "@/lib/domain/subscribers/person/timeline";
import { OperatorError } from "@/lib/platform/operator-error";
import { withServices } from "./services";

export const example = (words: string) => `\nExample:\n  $ npm run cli -- subscribers ${words}`;

/** `subscribers list`, `show`, and `timeline`. */
export function registerReading(subscribers: Command): void {
  subscribers
    .command("list")
    .description("search subscribers; prints a page as JSON")
    .option("--q <text>", "part of an address, number, or name, or an ID")
    .option("--status <list>", "trialing, active, past_due, paused, canceled, none")
    .option("--plan <list>", "annual, monthly, none")
    .option("--zone <list>", "such as Europe/London")
    .option("--channel <list>", "email, sms, none")
    .option("--suppressed <bool>", "true or false")
    .option("--unreachable <bool>", "true or false")
    .option("--trial-ends-within <days>", "1 to 99")
    .option("--never-onboarded <bool>", "true or false")
    .option("--joined-after <date>", "YYYY-MM-DD")
    .option("--joined-before <date>", "YYYY-MM-DD")
    .option("--has-phone <bool>", "true or false")
    .option("--sort <by>", "joined, name, status, plan, zone")
    .option("--order <order>", "asc or desc")
    .option("--limit <rows>", "1 to 200")
    .option("--cursor <cursor>", "nextCursor of the page before")
    .addHelpText("after", example("list --q example.com --status past_due"))
    .action((options: unknown) =>
      withServices(async ({ ctx }) => {
        const page = await listSubscribers(ctx, read(subscriberQuerySchema, options));
        console.log(JSON.stringify(page, null, 2));
      }),
    );

  subscribers
    .command("show")
    .description("one subscriber, and what they get next and why, as JSON")
    .argument("<id>", "the subscriber's ID")
    .addHelpText("after", example("show 4218"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        console.log(JSON.stringify(await getPerson(ctx, idOf(id)), null, 2));
      }),
    );

  subscribers
    .command("timeline")
    .description("what happened to one subscriber, newest first")
    .argument("<id>", "the subscriber's ID")
    .option("--kind <kind>", "all, deliveries, money, or changes")
    .addHelpText("after", example("timeline 4218 --kind deliveries"))
    .action((id: string, options: unknown) =>
      withServices(async ({ ctx }) => {
        const { entries, moreCount } = await listTimeline(
          ctx,
          idOf(id),
          read(timelineQuerySchema, options),
        );
        for (const { at, title, detail, by } of entries) {
          console.log([at, title, by && `by ${by}`, detail].filter(Boolean).join("  "));
        }
        if (moreCount > 0) console.log(`${moreCount} older entries are left out.`);
      }),
    );
}

export function idOf(text: string): number {
  return read(idSchema, text);
}

/** @throws OperatorError that says what is wrong */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path[0];
  const message = issue?.message ?? "Invalid.";
  throw new OperatorError(field === undefined ? message : `${String(field)}: ${message}`);
}
