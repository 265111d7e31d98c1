import { InvalidArgumentError } from "commander";
import { isLocalDate } from "@/lib/calendar/days";
import { changeNameSchema } from "@/lib/contracts/admin/team";
import { sendableAddressSchema } from "@/lib/contracts/primitives";

export const usernameOption = ["--username <name>", "login name, in any case"] as const;

export function example(command: string): string {
  return `\nExamples:\n  $ npm run cli -- admin ${command}`;
}

export function asEmail(text: string): string {
  const parsed = sendableAddressSchema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("Use an address such as jane@example.com.");
  return parsed.data;
}

export function asName(text: string): string {
  const parsed = changeNameSchema.safeParse({ displayName: text });
  if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? "");
  return parsed.data.displayName;
}

export function asId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Use a number such as 3.");
  return Number(text);
}

export function asDate(text: string): string {
  if (!isLocalDate(text)) throw new InvalidArgumentError("Use a date such as 2026-11-23.");
  return text;
}

/** Such as `2026-11-23 12:00 UTC`. */
export function toMinute(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function formatTable(table: readonly (readonly string[])[]): string {
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
