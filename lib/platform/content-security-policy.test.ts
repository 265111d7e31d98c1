import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy";

const nowhere = { connect: [], form: [], frame: [], script: [], isHttps: false };

describe("the policy", () => {
  test("allows only the site itself by default", () => {
    expect(contentSecurityPolicy(["'sha256-a'"], nowhere)).toBe(
      "default-src 'self'; script-src 'self' 'sha256-a'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; report-uri /api/csp-reports",
    );
  });

  test("allows the configured origins where they are needed", () => {
    const policy = contentSecurityPolicy([], {
      connect: ["https://stats.example"],
      form: ["https://forms.example"],
      frame: ["https://policies.example"],
      script: ["https://pay.example"],
      isHttps: true,
    });
    expect(policy).toContain("connect-src 'self' https://stats.example https://pay.example;");
    expect(policy).toContain("form-action 'self' https://forms.example;");
    expect(policy).toContain("frame-src https://policies.example https://pay.example;");
    expect(policy).toContain("script-src 'self' https://pay.example;");
    expect(policy).toMatch(
      /; report-uri \/api\/csp-reports; report-to csp; upgrade-insecure-requests$/,
    );
  });
});
