import { expect, test } from "vitest";
import { POST } from "@/app/api/csp-reports/route";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);

const path = "/api/csp-reports";
const report = JSON.stringify({
  "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" },
});

test.each([
  ["a report", { body: report, headers: { "content-type": "application/csp-report" } }],
  ["reports", { body: "[]", headers: { "content-type": "application/reports+json" } }],
  ["anything else", { body: "\u0000", headers: { "content-type": "text/plain" } }],
])("answers %s with 204 and no body", async (_name, call) => {
  const { status, body } = await api.client().call(POST, "POST", path, call);
  expect([status, body]).toEqual([204, null]);
});

test("refuses more than 16 KB", async () => {
  const call = { body: "x".repeat(16 * 1024 + 1) };
  const { status } = await api.client().call(POST, "POST", path, call);
  expect(status).toBe(413);
});

test("refuses reports from another site", async () => {
  const call = { body: report, headers: { origin: "https://evil.example" } };
  expect((await api.client().call(POST, "POST", path, call)).status).toBe(403);
});

test("refuses more than 60 in 15 minutes from one address", async () => {
  const client = api.client();
  for (let sent = 0; sent < 60; sent += 1) {
    expect((await client.call(POST, "POST", path, { body: report })).status).toBe(204);
  }
  const { status, headers } = await client.call(POST, "POST", path, { body: report });
  expect([status, headers.get("retry-after")]).toEqual([429, "900"]);
});
