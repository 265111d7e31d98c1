import type { Channel } from "@/lib/contracts/primitives";

/** Where a batch or a webhook is when something breaks. */
export const phases = [
  "before the claim",
  "claim committed, response lost",
  "after the attempt row",
  "during the call",
  "accepted, response lost",
  "answered, not recorded",
  "halfway through recording",
  "recorded, job not completed",
  "asking the provider",
  "applying a webhook",
] as const;

export type Phase = (typeof phases)[number];

/** What happens to a worker, or to what it depends on, while it works on a batch. */
const workerFaults = [
  "kill -9",
  "SIGTERM",
  /** SIGSTOP for longer than the lease, then SIGCONT. */
  "zombie",
  /** The event loop stands still for longer than the fence. */
  "stall",
  /** Every worker gets SIGTERM, and new ones start. */
  "deploy",
  "backends terminated",
  "database restart",
  "database kill -9",
  /** The connections to the database stay open, but nothing arrives. */
  "half-open",
  "partition",
  "slow network",
  /** Somebody else locks the ledger. */
  "ledger locked",
  /** The database is replaced with a backup from before its slots opened. */
  "restore",
] as const;

/** What happens to the web process, which has no lease and makes no calls. */
const webFaults = [
  "kill -9",
  "SIGTERM",
  "backends terminated",
  "database restart",
  "database kill -9",
  "partition",
  "restore",
] as const;

/** What a provider does: modes of the sandbox's faults, and 401. */
const sendingFaults = [
  "error",
  "timeout",
  "accept-then-drop",
  "rate-limit",
  "slow",
  "drip",
  "late-accept",
  "alter-body",
  "refuse-all",
  "unauthorized",
] as const;

const searchFaults = ["error", "timeout", "search-lag", "search-partial"] as const;

export type ProcessFault = (typeof workerFaults)[number] | "no worker at 8:00";
export type ProviderFault = (typeof sendingFaults)[number] | (typeof searchFaults)[number];

/** One cell of the coverage table: a fault in a phase. */
export type Cell =
  | { phase: Phase; by: "process"; fault: ProcessFault }
  | { phase: Phase; by: "provider"; fault: ProviderFault };

/** Every cell that can happen; a full run has to hit them all. */
export const cells: readonly Cell[] = [
  ...phases.flatMap((phase) =>
    (phase === "applying a webhook" ? webFaults : workerFaults).map((fault) => ({
      phase,
      by: "process" as const,
      fault,
    })),
  ),
  { phase: "before the claim", by: "process", fault: "no worker at 8:00" },
  ...sendingFaults.map((fault) => ({
    phase: "during the call" as const,
    by: "provider" as const,
    fault,
  })),
  ...searchFaults.map((fault) => ({
    phase: "asking the provider" as const,
    by: "provider" as const,
    fault,
  })),
];

/** A cell that is set up for one seed. The first process to get there makes it happen. */
export type Failpoint = Cell & { id: string; channel: Channel };
