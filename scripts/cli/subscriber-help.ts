import type { Command } from "commander";
import { z } from "zod";
import {
  actionSchema,
  cancelActionSchema,
  channelActionSchema,
  emailActionSchema,
  eraseActionSchema,
  extendTrialSchema,
  newNoteSchema,
  pauseSchema,
  phoneActionSchema,
  refundActionSchema,
  timezoneActionSchema,
} from "@/lib/contracts/admin/person";
import type { Context } from "@/lib/domain/context";
import {
  addNote,
  cancelFor,
  changeTimezoneOf,
  erasePerson,
  exportPerson,
  resendForPerson,
  reviewRefundsOf,
  sendLoginLinkTo,
  startEmailChangeOf,
  startPhoneChangeOf,
} from "@/lib/domain/subscribers/actions/actions";
import { approveEmailChange, withdrawEmailChange } from "@/lib/domain/account/email-change/apply";
import { pauseBriefings, resumeBriefings } from "@/lib/domain/account/pause";
import { extendTrial, refundPayment } from "@/lib/domain/subscribers/actions/money";
import { suppressPerson, unsuppressPerson } from "@/lib/domain/subscribers/actions/suppression";
import { personMessages } from "@/lib/messages/admin/person";
import { example, idOf, read, registerReading } from "./subscriber-reading";
import { withServices } from "./services";

const actor = "operator";

/** An option, and its value in the example. */
type Option = readonly [flags: string, about: string, value: string];

/** `subscribers list`, `show`, and what can be done for one subscriber. */
export function registerSubscriberHelp(subscribers: Command): void {
  registerReading(subscribers);

  subscribers
    .command("export-person")
    .description("everything stored about one subscriber, as JSON")
    .argument("<id>", "the subscriber's ID")
    .addHelpText("after", example("export-person 4218 > ann.json"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        console.log(JSON.stringify(await exportPerson(ctx, idOf(id), actor), null, 2));
      }),
    );

  subscribers
    .command("note")
    .description("leave a note that only the team sees")
    .argument("<id>", "the subscriber's ID")
    .argument("<text>", "the note")
    .addHelpText("after", example("note 4218 'Asked for an invoice'"))
    .action((id: string, body: string) =>
      withServices(async ({ ctx }) => {
        await addNote(ctx, idOf(id), { author: actor, actor, ...read(newNoteSchema, { body }) });
      }),
    );

  action("pause", "send nothing from one date to another; billing continues", pauseBriefings, {
    schema: pauseSchema,
    options: [
      ["--from <date>", "first date without a briefing, YYYY-MM-DD", "2026-12-21"],
      ["--until <date>", "last date without a briefing, YYYY-MM-DD", "2027-01-01"],
    ],
  });
  action("resume", "end a pause", resumeBriefings, { schema: actionSchema });
  action("login-link", "email a login link", sendLoginLinkTo, { schema: actionSchema });
  const channel = [["--channel <name>", "email or sms", "email"]] as const;
  action(
    "resend",
    "resend today's briefing",
    (ctx, id, input) => resendForPerson(ctx, id, { ...input, clientAddress: null }),
    { schema: channelActionSchema, options: channel },
  );
  action("suppress", "never send to an address again", suppressPerson, {
    schema: channelActionSchema,
    options: channel,
  });
  action("unsuppress", "lift a suppression", unsuppressPerson, {
    schema: channelActionSchema,
    options: channel,
  });
  action("timezone", "change the time zone", changeTimezoneOf, {
    schema: timezoneActionSchema,
    options: [["--timezone <name>", "such as Europe/London", "Europe/London"]],
  });
  action("email", "email a link to a new address, which replaces theirs", startEmailChangeOf, {
    schema: emailActionSchema,
    options: [["--new-email <address>", "the new address", "ann@example.com"]],
  });
  action("approve-email", "let a new address take effect without waiting", approveEmailChange, {
    schema: emailActionSchema,
    options: [["--new-email <address>", "the address that was entered", "ann@example.com"]],
  });
  action("withdraw-email", "withdraw a new address", withdrawEmailChange, { schema: actionSchema });
  action(
    "phone",
    "text a code to a new number, which they enter in their account",
    (ctx, id, input) => startPhoneChangeOf(ctx, id, { ...input, clientAddress: null }),
    {
      schema: phoneActionSchema,
      options: [["--phone-number <number>", "the new number, in E.164", "+14155550123"]],
    },
  );
  action("extend-trial", "move the end of the trial and the first charge", extendTrial, {
    schema: withNumber(extendTrialSchema, "days"),
    options: [["--days <number>", "1 to 30", "7"]],
  });
  action(
    "review-refund",
    "leave a subscription as it is after a full refund or a dispute",
    reviewRefundsOf,
    { schema: actionSchema },
  );
  action(
    "refund",
    "refund a payment, in full or in part",
    (ctx, id, input) => refundPayment(ctx, id, { ...input, limits: null }),
    {
      schema: withNumber(refundActionSchema, "amount"),
      options: [["--transaction-id <id>", "as show lists it", "txn_01h04vsbhqc62t8hmd4z3b578c"]],
      optional: [["--amount <cents>", "with tax; without it, what is left of the payment", "1500"]],
    },
  );
  action("erase", "end billing and delete everything about them", erasePerson, {
    schema: eraseActionSchema,
    options: [["--email <address>", "their address, to confirm", "ann@example.com"]],
  });
  action("cancel", "cancel the subscription", cancelFor, {
    schema: cancelActionSchema,
    options: [
      ["--preference <when>", "continue_until_expiry or stop_immediately", "continue_until_expiry"],
    ],
  });

  function action<Schema extends z.ZodType<{ why: string }>>(
    name: keyof typeof personMessages.done,
    about: string,
    run: (
      ctx: Context,
      id: number,
      input: z.output<Schema> & { actor: typeof actor },
    ) => Promise<void>,
    how: {
      schema: Schema;
      /** Options besides the reason, and their values in the example. */
      options?: readonly Option[];
      /** Options that can be left out. */
      optional?: readonly Option[];
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
    for (const [flags, meaning, value] of how.optional ?? []) {
      command.option(flags, meaning);
      given.push(flags.split(" ")[0] ?? "", value);
    }
    command
      .requiredOption("--why <reason>", "for the audit log")
      .addHelpText("after", example([name, "4218", ...given, "--why 'Asked by email'"].join(" ")))
      .action((id: string, options: unknown) =>
        withServices(async ({ ctx }) => {
          await run(ctx, idOf(id), { ...read(how.schema, options), actor });
          console.log(personMessages.done[name]);
        }),
      );
  }
}

/** The same body, with a text from the command line as a number. */
function withNumber<Body extends z.ZodType<{ why: string }>>(schema: Body, field: string) {
  const toNumber = (text: unknown) => (typeof text === "string" ? Number(text) : text);
  return z.preprocess((input) => {
    const given = z.record(z.string(), z.unknown()).parse(input);
    return field in given ? { ...given, [field]: toNumber(given[field]) } : given;
  }, schema);
}
