import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { listHostileRequests, type HostileRequest } from "../../support/hostile/requests";
import { isFailure, sendHostile } from "../../support/hostile/send";
import {
  instanceDatabaseUrl,
  startWebProcess,
  type WebProcess,
} from "../../support/browser/web-process";

// What anyone can send to the service as it is built. `npm run bench -- hostile` measures what each of
// these requests costs.

/** So many at a time keep both the server and this process busy. */
const atATime = 4;

let web: WebProcess;

test.beforeAll(async () => {
  web = await startWebProcess({
    DATABASE_URL: instanceDatabaseUrl(),
    LOG_LEVEL: "error",
    TRUSTED_PROXY_HOPS: "1",
  });
});

test.afterAll(() => web.process.stop(7_000));

const describeRequest = ({ head, body }: HostileRequest) =>
  `${head.slice(0, 300)}${body.toString("latin1", 0, 100)}`;

/** Errors in browsers are reported at this level, by anyone. */
const isReported = (line: string) => line.includes('"msg":"browser error"');

test("no request of a stranger fails, waits forever, or logs an error", async () => {
  test.setTimeout(600_000);
  const port = Number(new URL(web.site).port);
  const pid = web.process.pid;
  const requests = listHostileRequests();
  expect(requests.length).toBeGreaterThan(3_000);
  const logged = readFileSync(web.logPath, "utf8").length;
  const bad: string[] = [];
  const left = [...requests];
  const sendAll = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const outcome = await sendHostile(port, next);
      if (!isFailure(next, outcome)) continue;
      bad.push(`${JSON.stringify(outcome)} ${describeRequest(next)}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, sendAll));
  expect(bad).toEqual([]);
  const lines = readFileSync(web.logPath, "utf8").slice(logged).split("\n");
  expect(lines.filter((line) => line !== "" && !isReported(line))).toEqual([]);
  expect(web.process.pid, "the process that was started").toBe(pid);
});
