import { AsyncLocalStorage } from "node:async_hooks";
import type { Random } from "./random";

/** A virtual process. When it crashes, its continuations never run; while frozen, they wait. */
export type Actor = {
  name: string;
  host: string;
  pid: number;
  isDead: boolean;
  frozenUntil: number;
  /** How long after that its heartbeat still waits. */
  thawMs: number;
  /** Until then, it can't reach the database. */
  cutOffUntil: number;
};

/** Which actor is running, and whether it does something that needs no time of its own. */
const running = new AsyncLocalStorage<{ actor: Actor; isBackground: boolean }>();

/** Runs a function, and everything that continues from it, as an actor. */
export function runAs<T>(actor: Actor, isBackground: boolean, work: () => T): T {
  return running.run({ actor, isBackground }, work);
}

export function currentActor(): { actor: Actor; isBackground: boolean } {
  const current = running.getStore();
  if (!current) throw new Error("no virtual process is running");
  return current;
}

/** Keeps who is running for what runs later. */
function inSameActor<T>(run: () => T): () => T {
  const current = running.getStore();
  return current ? () => running.run(current, run) : run;
}

type Event = {
  at: number;
  order: number;
  /** Null for what happens outside of our processes, which no crash can stop. */
  actor: Actor | null;
  isBackground: boolean;
  isCanceled: boolean;
  run: () => void | Promise<void>;
};

/**
 * Virtual time. Events happen one after another in the order of their times, each with everything that
 * follows from it at once; equal times are ordered at random. Hours pass as fast as the events run.
 *
 * Background events (heartbeats, clock readings) happen right before the next other event, so that idle
 * hours don't consist of thousands of heartbeats.
 */
export class Scheduler {
  readonly log: string[] = [];
  #events: Event[] = [];
  #now: number;

  constructor(
    startsAt: number,
    readonly random: Random,
  ) {
    this.#now = startsAt;
  }

  get now(): number {
    return this.#now;
  }

  /** Adds a line to the log of this run. */
  note(who: string, what: string): void {
    this.log.push(`${new Date(this.#now).toISOString().slice(11, -1)} ${who}: ${what}`);
  }

  /** Runs something later. Returns what cancels it. */
  at(at: number, actor: Actor | null, run: Event["run"], isBackground = false): () => void {
    const order = this.random.next();
    const event = { at, order, actor, isBackground, isCanceled: false, run: inSameActor(run) };
    this.#events.push(event);
    return () => {
      event.isCanceled = true;
    };
  }

  /** A moment later, for the running actor. */
  pause(ms: number): Promise<void> {
    const { actor, isBackground } = currentActor();
    return new Promise((resolve) => {
      this.at(this.#now + ms, actor, resolve, isBackground);
    });
  }

  /** Runs all events up to an instant. */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      // Everything that continues from an event does so in microtasks.
      await new Promise((resolve) => setImmediate(resolve));
      const event = this.#takeNext(until);
      if (!event) break;
      await event.run();
    }
    this.#now = until;
  }

  #takeNext(until: number): Event | undefined {
    this.#events = this.#events.filter(
      (event) => !event.isCanceled && event.actor?.isDead !== true,
    );
    const ready = this.#events.toSorted(
      (one, other) => this.#timeOf(one) - this.#timeOf(other) || one.order - other.order,
    );
    const foreground = ready.find((event) => !event.isBackground);
    const horizon = Math.min(until, foreground ? this.#timeOf(foreground) : until);
    const background = ready.find((event) => event.isBackground && this.#timeOf(event) <= horizon);
    const next = background ?? foreground;
    if (!next || (!background && this.#timeOf(next) > until)) return undefined;
    this.#now = Math.max(this.#now, background ? horizon : this.#timeOf(next));
    this.#events.splice(this.#events.indexOf(next), 1);
    return next;
  }

  #timeOf({ at, actor, isBackground }: Event): number {
    if (!actor || actor.frozenUntil === 0) return at;
    return Math.max(at, actor.frozenUntil + (isBackground ? actor.thawMs : 0));
  }
}
