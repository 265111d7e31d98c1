import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rules = readFileSync("deploy/prometheus/threeline-alerts.yml", "utf8");
const alerts = rules
  .split(/^\s*- alert: /m)
  .slice(1)
  .map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? "",
    runbook: /runbook_url: (\S+)/.exec(rule)?.[1],
  }));
const headings = [...readFileSync("docs/runbooks.md", "utf8").matchAll(/^## (\w+)$/gm)];

test("every alert leads to its runbook", () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const { name, runbook } of alerts) {
    expect(runbook).toBe(`docs/runbooks.md#${name.toLowerCase()}`);
  }
});

test("there is a runbook for each alert, and no other", () => {
  expect(headings.map(([, name]) => name)).toEqual(alerts.map(({ name }) => name));
});
