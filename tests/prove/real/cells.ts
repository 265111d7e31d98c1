import type { Channel } from "@/lib/contracts/primitives";

/** Where one batch is when something breaks, in the order in which a worker gets there. */
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
] as const;

export type Phase = (typeof phases)[number];

/** What happens to a worker, or to what it depends on, in any phase. */
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

export type WorkerFault = (typeof workerFaults)[number];
export type ProviderFault = (typeof sendingFaults)[number] | (typeof searchFaults)[number];

/** One cell of the coverage table: a fault in a phase. */
export type Cell =
  | { phase: Phase; by: "worker"; fault: WorkerFault }
  | { phase: Phase; by: "provider"; fault: ProviderFault };

/** Every cell that can happen; a full run has to hit them all. */
export const cells: readonly Cell[] = [
  ...phases.flatMap((phase) =>
    workerFaults.map((fault) => ({ phase, by: "worker" as const, fault })),
  ),
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
