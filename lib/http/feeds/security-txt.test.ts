import { describe, expect, test } from "vitest";
import { GET } from "@/app/.well-known/security.txt/route";
import { toSecurityTxt } from "./security-txt";

const now = new Date("2026-11-26T20:00:00Z");

describe("security.txt", () => {
  test("says who to write to, until when, and where the policy is", () => {
    expect(toSecurityTxt("https://threeline.test", now)).toBe(
      [
        "Contact: mailto:support@threeline.example",
        "Expires: 2027-05-25T00:00:00.000Z",
        "Preferred-Languages: en",
        "Canonical: https://threeline.test/.well-known/security.txt",
        "Policy: https://code.example/threeline/blob/main/SECURITY.md",
        "",
      ].join("\n"),
    );
  });

  test("has no canonical address without https", () => {
    expect(toSecurityTxt("http://localhost:3000", now)).not.toContain("Canonical:");
  });

  test("changes once a day", () => {
    const expires = (instant: string) =>
      /^Expires: (.+)$/m.exec(toSecurityTxt("https://threeline.test", new Date(instant)))?.[1];
    expect(expires("2026-11-26T00:00:00Z")).toBe("2027-05-25T00:00:00.000Z");
    expect(expires("2026-11-26T23:59:59Z")).toBe("2027-05-25T00:00:00.000Z");
    expect(expires("2026-11-27T00:00:00Z")).toBe("2027-05-26T00:00:00.000Z");
  });

  test("is served as text that expires within a year of now", async () => {
    const response = GET();
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const [, expires = ""] = /^Expires: (.+)$/m.exec(await response.text()) ?? [];
    const ahead = Date.parse(expires) - Date.now();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThan(365 * 86_400_000);
  });
});
