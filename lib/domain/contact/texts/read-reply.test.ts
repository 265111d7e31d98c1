import { describe, expect, it } from "vitest";
import { otherReplies, repliesThatStop, unclearReplies } from "@/tests/support/text-replies";
import { readReply, readStoryNumber } from "./read-reply";

describe("a text from a subscriber", () => {
  it.each(repliesThatStop)("%j stops", (body) => {
    expect(readReply(body)).toBe("STOP");
  });

  it.each(unclearReplies)("%j is for a person", (body) => {
    expect(readReply(body)).toBe("unclear");
  });

  it.each(otherReplies)("%j is no command", (body) => {
    expect(readReply(body)).toBeNull();
  });

  it.each(["START", "start", "Yes", "yes!", "UNSTOP", " unstop "])("%j means START", (body) => {
    expect(readReply(body)).toBe("START");
  });

  it.each(["HELP", "help?", "Info", "INFO."])("%j means HELP", (body) => {
    expect(readReply(body)).toBe("HELP");
  });

  it("reads the longest text in no time", () => {
    const started = performance.now();
    readReply("stop me the these ".repeat(5_000));
    readReply(`${"stop ".repeat(29)}now or never`);
    expect(performance.now() - started).toBeLessThan(200);
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
