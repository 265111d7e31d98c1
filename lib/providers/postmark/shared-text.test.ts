import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdTexts } from "./shared-text";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", "\n", "$&", "$1", ""),
);

describe("shared texts", () => {
  it("are serialized exactly as JSON.stringify would", () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.array(fc.tuple(anyText, anyText)), (parts, recipients) => {
        const held = holdTexts();
        const mails = recipients.map(([To, fill]) => ({
          To,
          HtmlBody: held.hold({ parts, fill }),
        }));
        const plain = recipients.map(([To, fill]) => ({ To, HtmlBody: parts.join(fill) }));
        expect(held.putInto(JSON.stringify(mails)).toString()).toBe(JSON.stringify(plain));
      }),
    );
  });

  it("don't change while another request uses released bytes", () => {
    const first = holdTexts();
    const text = { parts: ["a".repeat(100), "b"], fill: "-" };
    const body = first.putInto(JSON.stringify([first.hold(text)]));
    const second = holdTexts();
    const other = second.putInto(JSON.stringify([second.hold({ parts: ["c"], fill: "" })]));
    expect(body.toString()).toBe(`["${"a".repeat(100)}-b"]`);
    first.release();
    first.release();
    const third = holdTexts().putInto("[3]");
    const fourth = holdTexts().putInto("[4]");
    expect([other, third, fourth].map(String)).toEqual(['["c"]', "[3]", "[4]"]);
  });

  it("leave a request without placeholders unchanged", () => {
    expect(holdTexts().putInto('[{"HtmlBody":"$&"}]').toString()).toBe('[{"HtmlBody":"$&"}]');
  });
});
