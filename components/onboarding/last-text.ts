import { resendWaitMs } from "@/lib/contracts/limits";

let sentAtMs = Number.NEGATIVE_INFINITY;

/** Notes that a confirmation text has just left, for as long as this page is open. */
export function rememberText(): void {
  sentAtMs = performance.now();
}

/** Whole seconds until another text may be asked for; 0 when it may be now. */
export function secondsToWait(): number {
  return Math.max(0, Math.ceil((sentAtMs + resendWaitMs - performance.now()) / 1_000));
}
