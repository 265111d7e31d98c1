import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import type * as Timezones from "@/lib/contracts/timezones";
import { timezoneNames } from "@/lib/contracts/timezones";

/** Where several zones are written down, each with what breaks when one is missing. */
const tables = new Map([
  ["lib/contracts/timezones.ts", "the list itself"],
  ["components/marketing/zone-hours.ts", "a Record<Timezone, …>, so the type check"],
]);

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((path) => /^(?:app|components|lib|sandbox|scripts|server)\/.*\.tsx?$/.test(path))
  .filter((path) => !/\.test\.|\/generated\/|^lib\/domain\/seed\//.test(path));

test("no second list of time zones has to be kept", () => {
  const lists = sources.filter((path) => {
    const text = readFileSync(path, "utf8");
    return timezoneNames.filter((name) => text.includes(`"${name}"`)).length > 2;
  });
  expect(lists.toSorted()).toEqual([...tables.keys()].toSorted());
});

test("the database accepts the zones that people can choose, and no others", () => {
  const scripts = readdirSync("prisma/migrations")
    .filter((name) => !name.endsWith(".toml"))
    .map((name) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"));
  const checks = new Map(
    [
      ...scripts
        .join("\n")
        .matchAll(/ADD CONSTRAINT (\w*timezone_check) CHECK \(\w+ IN\s*\(([^)]*)\)/g),
    ].map(([, constraint, names = ""]) => [constraint, names]),
  );
  expect(checks.size).toBe(3);
  for (const names of checks.values()) {
    const listed = [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(timezoneNames));
  }
});

describe("a sixth time zone", () => {
  const kyiv = { value: "Europe/Kyiv", label: "Kyiv (EET/EEST)", name: "Kyiv" };

  afterEach(() => {
    vi.doUnmock("@/lib/contracts/timezones");
    vi.resetModules();
  });

  it("can be chosen in the subscribers' filter, under its short name", async () => {
    vi.resetModules();
    vi.doMock("@/lib/contracts/timezones", async (original) => {
      const known = await original<typeof Timezones>();
      const timezones = [...known.timezones, kyiv];
      return { ...known, timezones, timezoneNames: timezones.map(({ value }) => value) };
    });
    const { optionsOf } = await import("@/components/admin/subscribers/list-address");
    expect(optionsOf("zone")).toContainEqual(["Europe/Kyiv", "Kyiv"]);
  });
});
