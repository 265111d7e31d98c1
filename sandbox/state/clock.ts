import type { DatabaseSync } from "node:sqlite";

/** The response of `GET /sandbox/clock`. */
export type SandboxClockReading = {
  /** ISO instant. */
  now: string;
  /** Simulated seconds per real second. */
  rate: number;
  /** Whether the time or the rate was set. */
  simulated: boolean;
  /** Increases every time the clock is set or reset. */
  revision: number;
  /** ISO instant of the last manual change; null when there was none. */
  setTo: string | null;
};

type Anchor = {
  anchorReal: number;
  anchorNow: number;
  rate: number;
  isSimulated: boolean;
  revision: number;
  setTo: number | null;
};

const realTime: Anchor = {
  anchorReal: 0,
  anchorNow: 0,
  rate: 1,
  isSimulated: false,
  revision: 0,
  setTo: null,
};

/** The clock that web, worker, and sandbox follow. It keeps running while the sandbox is stopped. */
export class SandboxClock {
  readonly #database: DatabaseSync;
  #anchor: Anchor;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#anchor = this.#load();
  }

  /** Milliseconds since the epoch. */
  nowMs(): number {
    const { anchorReal, anchorNow, rate, isSimulated } = this.#anchor;
    return isSimulated ? Math.round(anchorNow + (Date.now() - anchorReal) * rate) : Date.now();
  }

  read(): SandboxClockReading {
    const { rate, isSimulated, revision, setTo } = this.#anchor;
    return {
      now: new Date(this.nowMs()).toISOString(),
      rate,
      simulated: isSimulated,
      revision,
      setTo: setTo === null ? null : new Date(setTo).toISOString(),
    };
  }

  /** Sets the time, the rate, or both; an omitted value stays the same. */
  set(change: { nowMs?: number | undefined; rate?: number | undefined }): void {
    this.#save({
      anchorReal: Date.now(),
      anchorNow: change.nowMs ?? this.nowMs(),
      rate: change.rate ?? this.#anchor.rate,
      isSimulated: true,
      revision: this.#anchor.revision + 1,
      setTo: change.nowMs ?? this.#anchor.setTo,
    });
  }

  /** Returns to real time. A jump from simulated time counts as a manual change. */
  reset(): void {
    this.#save({
      ...realTime,
      revision: this.#anchor.revision + 1,
      setTo: this.#anchor.isSimulated ? Date.now() : this.#anchor.setTo,
    });
  }

  #load(): Anchor {
    const row = this.#database.prepare("SELECT * FROM clock WHERE id = 1").get();
    if (!row) return realTime;
    return {
      anchorReal: Number(row["anchor_real"]),
      anchorNow: Number(row["anchor_now"]),
      rate: Number(row["rate"]),
      isSimulated: row["is_simulated"] === 1,
      revision: Number(row["revision"]),
      setTo: row["set_to"] === null ? null : Number(row["set_to"]),
    };
  }

  #save(anchor: Anchor): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO clock
           (id, anchor_real, anchor_now, rate, is_simulated, revision, set_to)
         VALUES (1, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        anchor.anchorReal,
        anchor.anchorNow,
        anchor.rate,
        anchor.isSimulated ? 1 : 0,
        anchor.revision,
        anchor.setTo,
      );
    this.#anchor = anchor;
  }
}
