/** A task that repeats until it is stopped. */
export type Repetition = {
  /** Runs the task now, or once more if it is already running. */
  wake(): void;
  /** Stops repeating and waits for the current run. */
  stop(): Promise<void>;
};

/**
 * Repeats a task, with a pause after each run.
 *
 * @param pauseMs milliseconds, or a function called after each run
 */
export function repeat(pauseMs: number | (() => number), task: () => Promise<void>): Repetition {
  let stopped = false;
  let woken = false;
  let endPause: () => void = () => undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, typeof pauseMs === "number" ? pauseMs : pauseMs());
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = (async () => {
    while (!stopped) {
      woken = false;
      await task();
      // `wake` and `stop` change both while the task runs.
      if (!stopped && !woken) await pause();
    }
  })();
  return {
    wake() {
      woken = true;
      endPause();
    },
    async stop() {
      stopped = true;
      endPause();
      await loop;
    },
  };
}
