import { describe, expect, it } from "vitest";
import { readTextCommand, readStoryNumber } from "./inbound-text";

describe("a text from a subscriber", () => {
  it.each([
    "STOP",
    "stop",
    " Stop. ",
    "“STOP”",
    "stop!!!",
    "STOP 🛑",
    "ｓｔｏｐ",
    "Stop all",
    "STOPALL",
    "unsubscribe",
    "Cancel",
    "END",
    "quit",
    "Revoke",
    "OPTOUT",
    "opt-out",
    "\nstop\n",
  ])("%j means STOP", (body) => {
    expect(readTextCommand(body)).toBe("STOP");
  });

  it.each(["START", "start", "Yes", "yes!", "UNSTOP", " unstop "])("%j means START", (body) => {
    expect(readTextCommand(body)).toBe("START");
  });

  it.each(["HELP", "help?", "Info", "INFO."])("%j means HELP", (body) => {
    expect(readTextCommand(body)).toBe("HELP");
  });

  it.each([
    "",
    "   ",
    "🛑",
    "thanks, great read",
    "don't stop",
    "when does it start",
    "STOPPED",
    "constructor",
  ])("%j is no command", (body) => {
    expect(readTextCommand(body)).toBeNull();
  });
});

describe("a request for a story", () => {
  it.each([
    ["1", 1],
    [" 2.", 2],
    ["#3", 3],
    ["３", 3],
    ["1️⃣", 1],
  ])("%j is for one", (body, number) => {
    expect(readStoryNumber(body)).toBe(number);
  });

  it.each(["", "0", "4", "12", "1 2", "1st", "story 1", "¹0"])("%j is for none", (body) => {
    expect(readStoryNumber(body)).toBeNull();
  });
});
