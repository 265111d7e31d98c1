import { describe, expect, it } from "vitest";
import { joinOutcomes, readBatchAnswer, toBatchOutcome } from "./outcome";

const accepted = { errorCode: 0, message: "OK", messageId: "m-1", to: "a@x.example" };
const mails = ["a@x.example", "b@x.example"].map((to) => ({
  to,
  subject: "s",
  html: "h",
  text: "t",
}));
const ok = (messageId: string, to?: string) => ({
  ErrorCode: 0,
  Message: "OK",
  MessageID: messageId,
  ...(to !== undefined && { To: to }),
});

function code(errorCode: number, message = "no") {
  return { errorCode, message, messageId: "", to: undefined };
}

describe("the results of a batch", () => {
  it.each([
    [300, "invalid_address"],
    [406, "inactive_recipient"],
    [403, "rejected"],
    [9999, "rejected"],
  ])("with code %i refuse one email: %s", (errorCode, reason) => {
    expect(toBatchOutcome([accepted, code(errorCode)])).toMatchObject({
      state: "answered",
      results: [
        { state: "accepted", providerMessageId: "m-1" },
        { state: "refused", reason },
      ],
    });
  });

  it.each([
    [10, "Bad or missing server API token"],
    [405, "Not allowed to send: the account has run out of credits"],
    [412, "The account is pending approval"],
    [300, "Invalid 'From' address: 'x'."],
  ])("with code %i leave open whether they are about our account", (errorCode, message) => {
    expect(toBatchOutcome([accepted, code(errorCode, message)])).toMatchObject({
      results: [{ state: "accepted" }, { state: "refused", reason: "rejected", code: errorCode }],
    });
  });

  it("are unknown when we're throttled mid-batch", () => {
    expect(toBatchOutcome([accepted, code(429)])).toMatchObject({ state: "unknown" });
  });

  it("are throttled when we sent too fast", () => {
    expect(toBatchOutcome([code(429), code(429)])).toMatchObject({ state: "throttled" });
  });

  it("are unknown when the first half was accepted and the second failed", () => {
    const answered = toBatchOutcome([accepted]);
    const throttled = { state: "throttled", retryAfterMs: 1, detail: "429" } as const;
    expect(joinOutcomes(answered, throttled)).toMatchObject({ state: "unknown" });
    expect(joinOutcomes(toBatchOutcome([code(406)]), throttled)).toEqual(throttled);
    expect(joinOutcomes(answered, answered)).toMatchObject({
      state: "answered",
      results: [{}, {}],
    });
  });
});

describe("the body of a 200", () => {
  it("is read in the order of the emails", () => {
    expect(readBatchAnswer([ok("1", "a@x.example"), ok("2", "B@X.example")], mails)).toMatchObject([
      { messageId: "1" },
      { messageId: "2" },
    ]);
  });

  it("can spell addresses differently or omit them", () => {
    expect(readBatchAnswer([ok("1", "<a@x.example>"), { ErrorCode: 406 }], mails)).toHaveLength(2);
  });

  it.each([
    ["a web page", "<html></html>"],
    ["an object", { ErrorCode: 0 }],
    ["too few results", [ok("1")]],
    ["too many results", [ok("1"), ok("2"), ok("3")]],
    ["a result without a code", [ok("1"), {}]],
    ["an acceptance without an id", [ok("1"), ok("")]],
    ["null", null],
    ["results in another order", [ok("2", "b@x.example"), ok("1", "a@x.example")]],
  ])("is rejected when it is %s", (_name, answer) => {
    expect(readBatchAnswer(answer, mails)).toBeNull();
  });
});
