import { describe, expect, test } from "vitest";
import { decryptText, encryptText } from "./encryption";

const [first, second] = ["the first secret, long enough", "the second secret, long enough"];

describe("encryptText", () => {
  test("hides the text, and differently each time", () => {
    const both = [encryptText("JBSWY3DP", "a", first), encryptText("JBSWY3DP", "a", first)];
    expect(new Set(both).size).toBe(2);
    expect(both.join()).not.toContain("JBSWY3DP");
    expect(both.map((each) => decryptText(each, "a", [first]))).toEqual(["JBSWY3DP", "JBSWY3DP"]);
  });

  test("is readable with a previous secret", () => {
    const encrypted = encryptText("text", "a", first);
    expect(decryptText(encrypted, "a", [second, first])).toBe("text");
    expect(decryptText(encrypted, "a", [second])).toBeNull();
  });

  test("isn't readable for another purpose, when changed, or when cut off", () => {
    const encrypted = encryptText("text", "a", first);
    expect(decryptText(encrypted, "b", [first])).toBeNull();
    const changed = `${encrypted.slice(0, -2)}${encrypted.endsWith("AA") ? "BB" : "AA"}`;
    expect(decryptText(changed, "a", [first])).toBeNull();
    expect(decryptText(encrypted.slice(0, 20), "a", [first])).toBeNull();
    expect(decryptText("", "a", [first])).toBeNull();
  });
});
