import { CommanderError, type Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./program";

/** The path of every command, such as `["admin", "create"]`. */
function commandsOf(command: Command, path: string[] = []): string[][] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
}

/** The output of `--help`. */
async function helpOf(path: string[]): Promise<string> {
  const program = createProgram();
  let printed = "";
  const write = (text: string) => {
    printed += text;
  };
  const listenTo = (command: Command) => {
    command.configureOutput({ writeOut: write, writeErr: write });
    command.commands.forEach(listenTo);
  };
  listenTo(program);
  await program.parseAsync([...path, "--help"], { from: "user" }).catch((error: unknown) => {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  });
  return printed;
}

const commands = commandsOf(createProgram());

test("has the documented commands", () => {
  expect(commands.map((path) => path.join(" "))).toEqual(
    expect.arrayContaining([
      "admin create",
      "briefing plan",
      "briefing send",
      "briefing status",
      "subscribers import",
      "subscribers export",
      "doctor",
      "seed",
    ]),
  );
});

test.each(commands)("%s %s shows an example in its help", async (...path) => {
  expect(await helpOf(path)).toMatch(/\nExamples?:\n {2}\$ npm run cli -- /);
});
