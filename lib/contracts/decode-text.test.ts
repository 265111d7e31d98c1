import { describe, expect, test } from "vitest";
import { decodeText } from "./decode-text";

const text = "email;name\nada@example.com;Adèle Müller\n";
const utf16 = (bigEndian: boolean, mark: boolean) => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};

describe("a file", () => {
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 as Excel's “Unicode text”", utf16(false, true)],
    ["UTF-16, little endian, without a mark", utf16(false, false)],
    ["UTF-16, big endian", utf16(true, true)],
    ["UTF-16, big endian, without a mark", utf16(true, false)],
    ["Windows-1252", Buffer.from(text, "latin1")],
  ])("in %s is read", (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test("in Windows-1252 has its quotation marks and the euro sign", () => {
    expect(decodeText(Uint8Array.of(0x93, 0x80, 0x94))).toBe("“€”");
  });
});
