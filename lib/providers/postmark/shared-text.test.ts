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

  it("leave a request without placeholders unchanged", () => {
    expect(holdTexts().putInto('[{"HtmlBody":"$&"}]').toString()).toBe('[{"HtmlBody":"$&"}]');
  });
});
