/**
 * Runs tasks as soon as fewer than `limit` others are running, in the order they arrived.
 *
 * @param queue how many tasks may wait, any number by default, and the error of each further one
 */
export function limitTo(
  limit: number,
  queue?: { most: number; refusal: () => Error },
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else if (queue && waiting.length >= queue.most) throw queue.refusal();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next one takes this slot.
      if (next) next();
      else free += 1;
    }
  };
}
