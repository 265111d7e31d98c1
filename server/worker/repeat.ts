/** A task that is repeated until stopped. */
export type Repetition = {
  /** Does the task at once, or once more when it is under way. */
  wake(): void;
  /** Ends the repetition and waits for the task under way. */
  stop(): Promise<void>;
};

/**
 * Repeats a task, with a pause after each end.
 *
 * @param pauseMs how long, or what tells it after each end
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
      // The task changes both through `wake` and `stop`.
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
