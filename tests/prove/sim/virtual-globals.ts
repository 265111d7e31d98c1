import { currentActor, type Actor, type Scheduler } from "./scheduler";

// What the service's own code gets instead of Node's globals when it is bundled for the simulator
// (bundle.ts). Packages, such as the database driver, keep the real ones.

let scheduler: Scheduler | undefined;
let actors: readonly Actor[] = [];

/** Makes the time and the processes of a run the ones that the service's code sees. */
export function useVirtualWorld(virtual: Scheduler, processes: readonly Actor[]): void {
  scheduler = virtual;
  actors = processes;
}

function time(): Scheduler {
  if (!scheduler) throw new Error("no simulation is running");
  return scheduler;
}

type Timer = { cancel: () => void; unref: () => void };

export function setTimeout(run: () => void, ms = 0): Timer {
  const { actor, isBackground } = currentActor();
  const cancel = time().at(time().now + ms, actor, run, isBackground);
  return { cancel, unref: () => undefined };
}

export function clearTimeout(timer: Timer | undefined): void {
  timer?.cancel();
}

export const performance = { now: () => time().now };

export function virtualNow(): number {
  return time().now;
}

export const virtualProcess = {
  get pid() {
    return currentActor().actor.pid;
  },
};

export function virtualRandom(): number {
  return time().random.next();
}

/** An attempt's ID decides which rows are sent first when not all of a batch may be. */
export function virtualUuid(): string {
  const hex = (length: number) =>
    Array.from({ length }, () => time().random.int(0, 15).toString(16)).join("");
  return [hex(8), hex(4), `4${hex(3)}`, `8${hex(3)}`, hex(12)].join("-");
}

export function hostId(): string {
  return currentActor().actor.host;
}

export function isAlive(pid: number): boolean {
  const { host } = currentActor().actor;
  return actors.some((actor) => actor.pid === pid && actor.host === host && !actor.isDead);
}
