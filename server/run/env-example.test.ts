import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { envVariables, parseEnv } from "@/lib/platform/env";
import { assignedVariables, supervisorVariables } from "./settings";

const example = readFileSync(".env.example", "utf8");
const entries = [...example.matchAll(/^([A-Z_][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = "", value = ""]) => [name, value.replace(/^"(.*)"$/, "$1")] as const,
);
const documented = entries.map(([name]) => name);
const read = [...envVariables, ...supervisorVariables].filter(
  (name) => !assignedVariables.includes(name),
);

describe(".env.example", () => {
  test("has every variable that the service reads", () => {
    expect(read.filter((name) => !documented.includes(name))).toEqual([]);
  });

  test("has no variable that the service doesn't read", () => {
    expect(documented.filter((name) => !read.includes(name))).toEqual([]);
  });

  test("has each variable once", () => {
    expect(documented).toEqual([...new Set(documented)]);
  });

  test("explains each variable, or the group that it is in", () => {
    const blocks = example.split(/\n\n+/).filter((block) => /^[A-Z_][A-Z0-9_]*=/m.test(block));
    expect(blocks.filter((block) => !block.startsWith("# "))).toEqual([]);
  });

  test("gives the defaults that the service has", () => {
    const required = {
      PROVIDERS: "sandbox",
      DATABASE_URL: "postgresql://user@localhost/threeline",
      AUTH_SECRET: "x".repeat(32),
      POSTMARK_SERVER_TOKEN: "token",
      POSTMARK_WEBHOOK_USERNAME: "user",
      POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
      TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "token",
    };
    const given = Object.fromEntries(entries.filter(([, value]) => value !== ""));
    const { ADMIN_USERNAME: username, ...values } = given;
    expect(username).toBe("admin");
    expect(parseEnv({ ...values, ...required })).toEqual(parseEnv(required));
  });
});
