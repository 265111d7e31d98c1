import type { Hold } from "@/lib/contracts/admin/today";
import type { Channel } from "@/lib/contracts/primitives";
import type { DeliveryProblem } from "@/lib/contracts/responses/health";

const reasons: Partial<Record<DeliveryProblem["code"], Hold["reason"]>> = {
  database_restored: "restored",
  provider_unauthorized: "unauthorized",
  provider_rejecting: "rejecting",
  provider_unavailable: "unavailable",
};

/** Health names the provider first. */
const channelOf = ({ message }: DeliveryProblem): Channel =>
  message.startsWith("twilio") ? "sms" : "email";

/** Why nothing is sent now, by channel. Every hold but the one after a restore ends by itself. */
export function listHolds(problems: readonly DeliveryProblem[]): Hold[] {
  return problems.flatMap((problem): Hold[] => {
    const reason = reasons[problem.code];
    if (!reason) return [];
    const isRestore = reason === "restored";
    return [{ reason, channel: isRestore ? null : channelOf(problem), canResume: isRestore }];
  });
}
