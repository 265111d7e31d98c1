import { rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import type { ImportProblem } from "@/lib/contracts/admin/imports";
import { timezoneNames } from "@/lib/contracts/timezones";
import { decodeText } from "@/lib/contracts/decode-text";
import { revokeSubscriberSessions } from "@/lib/domain/auth/sessions";
import { exportSubscribers } from "@/lib/domain/subscribers/csv/export-for-import";
import { importAtOnce } from "@/lib/domain/subscribers/import/import-at-once";
import { listImports } from "@/lib/domain/subscribers/import/imports";
import { undoImport } from "@/lib/domain/subscribers/import/undo";
import { hasErrorCode, OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { readInput } from "./read-input";
import { withServices } from "./services";
import { registerSubscriberHelp } from "./subscriber-help";
import { example, idOf } from "./subscriber-reading";

const columnsHelp = `
Columns: email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at
  timezone        ${timezoneNames.join(", ")},
                  or a name of a zone with the same clock, such as US/Eastern
  status          active, trialing, past_due, paused, canceled, in any case
  phone           E.164, such as +14155550100
  email_enabled   true or false; so is sms_enabled
  sms_consent_at  ISO time, such as 2026-03-05T14:00:00Z
Empty cells mean: no name, phone, consent, or subscription; email on, texts off, Eastern Time. For people
who are stored already, they change nothing, and no file turns email or texts on for them. Exports of
Ghost, Substack, Mailchimp, beehiiv, Buttondown, Kit, and Stripe are recognized.`;

/** The `subscribers` commands. */
export function registerSubscriberCommands(program: Command): void {
  const subscribers = program
    .command("subscribers")
    .description("search, help, import, export, and log out subscribers");
  registerSubscriberHelp(subscribers);

  subscribers
    .command("import")
    .description("add and update subscribers from a CSV file")
    .argument("<file>", "CSV with a header line, or - for standard input")
    .addHelpText(
      "after",
      `${columnsHelp}

Examples:
  $ npm run cli -- subscribers import readers.csv
  $ gunzip -c readers.csv.gz | npm run --silent cli -- subscribers import -`,
    )
    .action((file: string) =>
      withServices(async ({ ctx }) => {
        const content = decodeText(await readInput(file));
        const fileName = file === "-" ? "standard input" : basename(file);
        const { added, updated, unchanged, rejected } = await importAtOnce(
          ctx,
          { fileName, content },
          printLeftOut,
        );
        console.log(
          `Added ${added}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}.`,
        );
      }),
    );

  subscribers
    .command("imports")
    .description("list the imported files, newest first")
    .addHelpText("after", example("imports"))
    .action(() =>
      withServices(async ({ ctx }) => {
        for (const { id, fileName, by, state, counts, canUndo } of await listImports(ctx)) {
          const result = `${counts.added} added, ${counts.updated} updated, ${counts.rejected} left out`;
          const undo = canUndo ? "can be undone" : null;
          console.log([id, fileName, by, state, result, undo].filter(Boolean).join("  "));
        }
      }),
    );

  subscribers
    .command("undo-import")
    .description("remove the people whom the last import added, and restore those it changed")
    .argument("<id>", "as imports lists it")
    .addHelpText("after", example("undo-import 12"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        const { removed, restored, kept } = await undoImport(ctx, idOf(id), "operator");
        console.log(`${removed} removed, ${restored} restored, ${kept} kept.`);
      }),
    );

  subscribers
    .command("export")
    .description("write all subscribers as CSV")
    .argument("[file]", "output file (default: standard output)")
    .addHelpText(
      "after",
      `
Cells that a spreadsheet would read as a formula get a leading apostrophe, which import removes.

Examples:
  $ npm run cli -- subscribers export readers.csv
  $ npm run --silent cli -- subscribers export > readers.csv`,
    )
    .action((file: string | undefined) =>
      withServices(async ({ ctx }) => {
        const csv = exportSubscribers(ctx);
        if (file === undefined) await writeToOutput(csv);
        else await writeWhole(file, csv);
      }),
    );

  subscribers
    .command("revoke-sessions")
    .description("log a subscriber out everywhere")
    .requiredOption("--email <address>", "the subscriber's address")
    .addHelpText(
      "after",
      `
Example:
  $ npm run cli -- subscribers revoke-sessions --email jane@example.com`,
    )
    .action(({ email }: { email: string }) =>
      withServices(async ({ ctx }) => {
        const count = await revokeSubscriberSessions(ctx, email);
        if (count === null) throw new OperatorError(`No subscriber has the address ${email}.`);
        console.log(`Ended ${count} session${count === 1 ? "" : "s"}.`);
      }),
    );
}

function printLeftOut({ line, column, value, reason }: ImportProblem): void {
  const cell = column === null ? "" : `${column} "${value}": `;
  console.error(`Line ${line}: ${cell}${reason}`);
}

async function writeToOutput(csv: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(csv), process.stdout, { end: false });
  } catch (error) {
    // The reader may close the pipe early, as `head` does.
    if (!hasErrorCode(error, "EPIPE")) throw error;
  }
}

async function writeWhole(file: string, csv: AsyncIterable<string>): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, csv, { mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new OperatorError(`Can't write ${file} (${reasonOf(error)}).`, { cause: error });
  }
}
