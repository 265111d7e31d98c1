import { CommanderError, type Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./program";

const withoutServices = () => Promise.reject(new Error("This test has no services."));

/** The words of every command that does something, such as `["admin", "create"]`. */
function commandsOf(command: Command, words: string[] = []): string[][] {
  if (command.commands.length === 0) return [words];
  return command.commands.flatMap((each) => commandsOf(each, [...words, each.name()]));
}

/** What a command prints when asked for help. */
async function helpOf(words: string[]): Promise<string> {
  const program = createProgram(withoutServices);
  let printed = "";
  const write = (text: string) => {
    printed += text;
  };
  const listenTo = (command: Command) => {
    command.configureOutput({ writeOut: write, writeErr: write });
    command.commands.forEach(listenTo);
  };
  listenTo(program);
  await program.parseAsync([...words, "--help"], { from: "user" }).catch((error: unknown) => {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  });
  return printed;
}

const commands = commandsOf(createProgram(withoutServices));

test("the operations contract's commands are there", () => {
  expect(commands.map((words) => words.join(" "))).toEqual(
    expect.arrayContaining([
      "admin create",
      "briefing plan",
      "briefing send",
      "briefing status",
      "subscribers import",
      "subscribers export",
      "seed",
    ]),
  );
});

test.each(commands)("%s %s explains itself with an example", async (...words) => {
  expect(await helpOf(words)).toMatch(/\nExamples?:\n {2}\$ npm run cli -- /);
});
