import { describe, expect, it } from "vitest";
import { readTextCommand } from "./inbound-text";

describe("a reply by text", () => {
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
  ])("%j asks to stop", (body) => {
    expect(readTextCommand(body)).toBe("STOP");
  });

  it.each(["START", "start", "Yes", "yes!", "UNSTOP", " unstop "])("%j asks to resume", (body) => {
    expect(readTextCommand(body)).toBe("START");
  });

  it.each(["HELP", "help?", "Info", "INFO."])("%j asks for help", (body) => {
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
  ])("%j asks for nothing", (body) => {
    expect(readTextCommand(body)).toBeNull();
  });
});
