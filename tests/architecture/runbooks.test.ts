import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rules = readFileSync("deploy/prometheus/threeline-alerts.yml", "utf8");
const alerts = rules
  .split(/^\s*- alert: /m)
  .slice(1)
  .map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? "",
    runbook: /runbook_url: "(.+)"/.exec(rule)?.[1],
  }));
const headings = [...readFileSync("docs/runbooks.md", "utf8").matchAll(/^## (\w+)$/gm)];

test("every alert leads to its runbook", () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const { name, runbook } of alerts) {
    expect(runbook).toBe(`{{ $externalLabels.runbooks }}#${name.toLowerCase()}`);
  }
});

test.each(["prometheus.yml", "compose.yml"])("%s says where the runbooks are", (file) => {
  const configuration = readFileSync(`deploy/prometheus/${file}`, "utf8");
  expect(configuration).toMatch(
    /^ {2}external_labels:\n(?: +#.*\n)? {4}runbooks: docs\/runbooks.md$/m,
  );
});

test("there is a runbook for each alert, and no other", () => {
  expect(headings.map(([, name]) => name)).toEqual(alerts.map(({ name }) => name));
});

test.each(["deploy/prometheus/threeline-alerts.yml", "deploy/grafana/threeline.json"])(
  "%s counts once what every web process reports about the database",
  (path) => {
    const uses = readFileSync(path, "utf8").matchAll(
      /(?<max>\bmax(?: by \([a-z, ]+\) )?\()?\bthreeline_(?!http_)[a-z_]+/g,
    );
    const summed = [...uses].filter(({ groups }) => groups?.["max"] === undefined);
    expect(summed.map(([use]) => use)).toEqual([]);
  },
);
