import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET } from "@/app/api/metrics/route";
import { provideContext } from "@/lib/http/route/context";
import { startApi } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { useForFile } from "@/tests/support/use-for-file";

const token = "0123456789abcdef";
const api = useForFile(() => startApi({ now: "2026-11-18T15:00:00.000Z" }));

afterAll(() => {
  vi.unstubAllEnvs();
});

beforeEach(() => {
  // The route reads the process's settings.
  for (const [name, value] of Object.entries({ ...sandboxVariables, METRICS_TOKEN: token })) {
    vi.stubEnv(name, value);
  }
  provideContext(api.ctx);
});

const read = (authorization?: string) =>
  GET(
    new Request("http://localhost:3000/api/metrics", {
      headers: authorization === undefined ? {} : { authorization },
    }),
    { params: Promise.resolve({}) },
  );

const readText = async () => (await read(`Bearer ${token}`)).text();

type Family = { type: string; samples: { name: string; labels: string[]; value: number }[] };

/** Reads the text format strictly: help, type, samples, in this order, each once. */
function parse(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current = "";
  for (const line of text.trimEnd().split("\n")) {
    const [, help] = /^# HELP ([a-z_]+) \S.*\.$/.exec(line) ?? [];
    const [, typed, type] = /^# TYPE ([a-z_]+) (gauge|counter|histogram)$/.exec(line) ?? [];
    if (help) {
      if (families.has(help)) throw new Error(`${help} comes twice`);
      current = help;
    } else if (typed && type) {
      if (typed !== current) throw new Error(`${typed} has no help`);
      families.set(typed, { type, samples: [] });
    } else {
      const sample =
        /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?[\d.]+(?:e[+-]?\d+)?)$/.exec(
          line,
        );
      const [, name = "", labels = "", value] = sample ?? [];
      const isOwn = new RegExp(`^${current}(?:_bucket|_sum|_count)?$`).test(name);
      if (!sample || !isOwn) throw new Error(`not a sample of ${current}: ${line}`);
      const id = `${name}{${labels}}`;
      if (seen.has(id)) throw new Error(`${id} comes twice`);
      seen.add(id);
      families
        .get(current)
        ?.samples.push({ name, labels: labels.split(/,(?=[a-z_]+=)/), value: Number(value) });
    }
  }
  return families;
}

describe("access", () => {
  test.each([
    ["no token", undefined, 401],
    ["a wrong token", "Bearer 0123456789abcdeX", 401],
    ["a longer one", `Bearer ${token}0`, 401],
    ["another scheme", `Basic ${token}`, 401],
    ["the token", `Bearer ${token}`, 200],
  ])("with %s", async (_name, authorization, status) => {
    expect((await read(authorization)).status).toBe(status);
  });

  test("doesn't exist while METRICS_TOKEN isn't set", async () => {
    process.env["METRICS_TOKEN"] = "";
    delete process.env["METRICS_TOKEN"];
    provideContext(api.ctx);
    expect((await read(`Bearer ${token}`)).status).toBe(404);
  });
});

test("states add up to what is planned, for each zone and channel", async () => {
  const counts = [
    ["accepted", 7],
    ["pending", 2],
    ["excluded", 3],
    ["missed", 1],
  ] as const;
  for (const [state, change] of counts) {
    await api.ctx.db.$executeRaw`
      INSERT INTO delivery_counts (local_date, channel, timezone, state, change)
      VALUES ('2026-11-18', 'email', 'America/New_York', ${state}, ${change}),
        ('2026-11-17', 'email', 'America/New_York', ${state}, 100)`;
  }
  const families = parse(await readText());
  const sumOf = (name: string) =>
    families
      .get(name)
      ?.samples.filter(
        ({ labels }) =>
          labels.includes('zone="America/New_York"') && labels.includes('channel="email"'),
      )
      .reduce((total, { value }) => total + value, 0);
  expect(sumOf("threeline_deliveries_planned")).toBe(13);
  expect(sumOf("threeline_deliveries")).toBe(13);
  expect(families.get("threeline_deliveries")?.samples).toHaveLength(5 * 2 * 5);
});

test("every problem has its code, and requests are counted", async () => {
  const families = parse(await readText());
  const problems = families.get("threeline_health_problems")?.samples ?? [];
  expect(problems.find(({ labels }) => labels.includes('code="no_worker"'))?.value).toBe(1);
  expect(problems.find(({ labels }) => labels.includes('code="missed"'))?.value).toBe(0);
  const durations = families.get("threeline_http_request_duration_seconds");
  expect(durations?.type).toBe("histogram");
  expect(durations?.samples.some(({ name, value }) => name.endsWith("_count") && value > 0)).toBe(
    true,
  );
});

describe("every metric", () => {
  const used = (text: string) => new Set(text.match(/\bthreeline_[a-z_]+/g) ?? []);
  test("is described in docs/operations.md, and nothing else is", async () => {
    const names = [...parse(await readText()).keys()];
    const docs = readFileSync("docs/operations.md", "utf8");
    const documented = [...docs.matchAll(/^\| `(threeline_[a-z_]+)`/gm)].map(([, name]) =>
      String(name),
    );
    expect(new Set(documented)).toEqual(new Set(names));
  });

  test.each(["deploy/prometheus/threeline-alerts.yml", "deploy/grafana/threeline.json"])(
    "that %s uses exists",
    async (path) => {
      const names = [...parse(await readText()).keys()];
      const uses = [...used(readFileSync(path, "utf8"))].map((name) =>
        name.replace(/_(?:bucket|count|sum)$/, ""),
      );
      expect(uses.length).toBeGreaterThan(8);
      expect(uses.filter((name) => !names.includes(name))).toEqual([]);
    },
  );
});
