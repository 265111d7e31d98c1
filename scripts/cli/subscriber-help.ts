import type { Command } from "commander";
import type { z } from "zod";
import {
  actionSchema,
  cancelActionSchema,
  channelActionSchema,
  newNoteSchema,
  pauseSchema,
  timelineQuerySchema,
  timezoneActionSchema,
} from "@/lib/contracts/admin/person";
import { subscriberQuerySchema } from "@/lib/contracts/admin/subscribers";
import { idSchema } from "@/lib/contracts/primitives";
import type { Context } from "@/lib/domain/context";
import {
  addNote,
  cancelFor,
  changeTimezoneOf,
  resendForPerson,
  sendLoginLinkTo,
} from "@/lib/domain/people/actions/actions";
import { pauseBriefings, resumeBriefings } from "@/lib/domain/people/actions/pause";
import { suppressPerson, unsuppressPerson } from "@/lib/domain/people/actions/suppression";
import { listSubscribers } from "@/lib/domain/people/list/list";
import { getPerson } from "@/lib/domain/people/person/person";
import { listTimeline } from "@/lib/domain/people/person/timeline";
import { personMessages } from "@/lib/messages/admin/person";
import { OperatorError } from "@/server/supervisor/operator-error";
import type { WithServices } from "./services";

const actor = "operator";

const example = (words: string) => `\nExample:\n  $ npm run cli -- subscribers ${words}`;

/** Texts are limited by client address; the operator has none. */
const clientAddress = "unknown";

/** `subscribers list`, `show`, and what can be done for one subscriber. */
export function registerSubscriberHelp(subscribers: Command, withServices: WithServices): void {
  registerReading(subscribers, withServices);

  subscribers
    .command("note")
    .description("leave a note that only the team sees")
    .argument("<id>", "the subscriber's ID")
    .argument("<text>", "the note")
    .addHelpText("after", example("note 4218 'Asked for an invoice'"))
    .action((id: string, body: string) =>
      withServices(async ({ ctx }) => {
        await addNote(ctx, idOf(id), { author: actor, ...read(newNoteSchema, { body }) });
      }),
    );

  action("pause", "send nothing from one date to another; billing continues", pauseBriefings, {
    schema: pauseSchema,
    done: personMessages.done.pause,
    options: [
      ["--from <date>", "first date without a briefing, YYYY-MM-DD", "2026-12-21"],
      ["--until <date>", "last date without a briefing, YYYY-MM-DD", "2027-01-01"],
    ],
  });
  action("resume", "end a pause", resumeBriefings, {
    schema: actionSchema,
    done: personMessages.done.resume,
  });
  action("login-link", "email a login link", sendLoginLinkTo, {
    schema: actionSchema,
    done: personMessages.done["login-link"],
  });
  const channel = [["--channel <name>", "email or sms", "email"]] as const;
  action(
    "resend",
    "resend today's briefing",
    (ctx, id, input) => resendForPerson(ctx, id, { ...input, clientAddress }),
    {
      schema: channelActionSchema,
      done: personMessages.done.resend,
      options: channel,
    },
  );
  action("suppress", "never send to an address again", suppressPerson, {
    schema: channelActionSchema,
    done: personMessages.done.suppress,
    options: channel,
  });
  action("unsuppress", "lift a suppression", unsuppressPerson, {
    schema: channelActionSchema,
    done: personMessages.done.unsuppress,
    options: channel,
  });
  action("timezone", "change the time zone", changeTimezoneOf, {
    schema: timezoneActionSchema,
    done: personMessages.done.timezone,
    options: [["--timezone <name>", "such as Europe/London", "Europe/London"]],
  });
  action("cancel", "cancel the subscription", cancelFor, {
    schema: cancelActionSchema,
    done: personMessages.done.cancel,
    options: [
      ["--preference <when>", "continue_until_expiry or stop_immediately", "continue_until_expiry"],
    ],
  });

  function action<Schema extends z.ZodType<{ why: string }>>(
    name: string,
    about: string,
    run: (
      ctx: Context,
      id: number,
      input: z.output<Schema> & { actor: typeof actor },
    ) => Promise<void>,
    how: {
      schema: Schema;
      done: string;
      /** Besides the reason, with a value for the example. */
      options?: readonly (readonly [flags: string, about: string, value: string])[];
    },
  ): void {
    const command = subscribers
      .command(name)
      .description(about)
      .argument("<id>", "the subscriber's ID");
    const given: string[] = [];
    for (const [flags, meaning, value] of how.options ?? []) {
      command.requiredOption(flags, meaning);
      given.push(flags.split(" ")[0] ?? "", value);
    }
    command
      .requiredOption("--why <reason>", "for the audit log")
      .addHelpText("after", example([name, "4218", ...given, "--why 'Asked by email'"].join(" ")))
      .action((id: string, options: unknown) =>
        withServices(async ({ ctx }) => {
          await run(ctx, idOf(id), { ...read(how.schema, options), actor });
          console.log(how.done);
        }),
      );
  }
}

function registerReading(subscribers: Command, withServices: WithServices): void {
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

function idOf(text: string): number {
  return read(idSchema, text);
}

/** @throws OperatorError that says what is wrong */
function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path[0];
  const message = issue?.message ?? "Invalid.";
  throw new OperatorError(field === undefined ? message : `${String(field)}: ${message}`);
}
