import { setTimeout as sleep } from "node:timers/promises";
import type { ChecksView } from "@/lib/contracts/admin/settings";
import { describeCallError } from "@/lib/platform/outbound-call";
import type { Check, DoctorContext, Finding } from "./check";
import { machineChecks, siteChecks } from "./machine-checks";
import { mailChecks } from "./mail-checks";
import { paymentsChecks } from "./payments-checks";
import { smsChecks } from "./sms-checks";

/** The outcome of one check. */
export type CheckResult = ChecksView["checks"][number];

/** Everything to check before launch, and on a running service. None of it changes anything. */
export const checks: readonly Check[] = [
  ...mailChecks,
  ...smsChecks,
  ...paymentsChecks,
  ...siteChecks,
  ...machineChecks,
];

const timeoutMs = 20_000;

/** How many checks passed, warn, and failed. */
export function countResults(
  results: readonly CheckResult[],
): Record<CheckResult["status"], number> {
  const count = (status: string) => results.filter((each) => each.status === status).length;
  return { pass: count("pass"), warn: count("warn"), fail: count("fail") };
}

const startSandbox =
  "Start the service with npm start unless it is running: in local mode, this checks the sandbox.";

/**
 * Runs checks at the same time and returns their results in the same order. A check that throws, or
 * takes longer than `options.timeoutMs` (20 seconds by default), has failed.
 */
export function runChecks(
  ctx: DoctorContext,
  list: readonly Check[] = checks,
  options: { timeoutMs?: number } = {},
): Promise<CheckResult[]> {
  return Promise.all(list.map((check) => runCheck(ctx, check, options.timeoutMs ?? timeoutMs)));
}

async function runCheck(ctx: DoctorContext, check: Check, limitMs: number): Promise<CheckResult> {
  const { status, detail, fix } = await findingOf(ctx, check, limitMs);
  const advice = (fix ?? check.fix)
    .replaceAll("{SITE_URL}", ctx.settings.siteUrl)
    .replaceAll("{MAIL_DOMAIN}", ctx.settings.mailDomain);
  return { name: check.name, status, detail, fix: status === "pass" ? null : advice };
}

async function findingOf(ctx: DoctorContext, check: Check, limitMs: number): Promise<Finding> {
  const giveUp = new AbortController();
  const late = sleep(limitMs, undefined, { signal: giveUp.signal }).then((): Finding => {
    return { status: "fail", detail: `no result within ${limitMs / 1_000} seconds` };
  });
  try {
    return await Promise.race([check.run(ctx), late]);
  } catch (error) {
    return {
      status: "fail",
      detail: reasonOf(error),
      ...(ctx.settings.isSandbox && { fix: startSandbox }),
    };
  } finally {
    giveUp.abort();
    late.catch(() => undefined);
  }
}

/** One line. When a name has several addresses, the reasons are inside the error. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return describeCallError(first).replaceAll(/\s+/g, " ").trim() || "no reason given";
}
