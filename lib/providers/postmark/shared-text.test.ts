import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdTexts } from "./shared-text";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", "\n", "$&", "$1", ""),
);

describe("texts held back from the SDK", () => {
  it("stand in the request exactly as JSON.stringify would have written them", () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.array(fc.tuple(anyText, anyText)), (parts, readers) => {
        const held = holdTexts();
        const mails = readers.map(([To, fill]) => ({ To, HtmlBody: held.hold({ parts, fill }) }));
        const plain = readers.map(([To, fill]) => ({ To, HtmlBody: parts.join(fill) }));
        expect(held.putInto(JSON.stringify(mails)).toString()).toBe(JSON.stringify(plain));
      }),
    );
  });

  it("leaves a request without them alone", () => {
    expect(holdTexts().putInto('[{"HtmlBody":"$&"}]').toString()).toBe('[{"HtmlBody":"$&"}]');
  });
});
