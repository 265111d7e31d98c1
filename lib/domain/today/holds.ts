import type { Hold } from "@/lib/contracts/admin/today";
import type { FoundProblem } from "../delivery/monitoring/health";

const reasons: Partial<Record<FoundProblem["code"], Hold["reason"]>> = {
  database_restored: "restored",
  provider_unauthorized: "unauthorized",
  provider_rejecting: "rejecting",
  provider_unavailable: "unavailable",
};

/** Why nothing is sent now, by channel. Every hold except the one after a restore ends automatically. */
export function listHolds(problems: readonly FoundProblem[]): Hold[] {
  return problems.flatMap(({ code, provider }): Hold[] => {
    const reason = reasons[code];
    if (!reason) return [];
    if (reason === "restored") return [{ reason, channel: null, canResume: true }];
    return [{ reason, channel: provider === "twilio" ? "sms" : "email", canResume: false }];
  });
}
