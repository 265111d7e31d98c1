import { beforeAll } from "vitest";

/**
 * Starts something before the hooks and tests of a file, and closes it after all of them. Only they may use
 * what this returns.
 */
export function useForFile<Started extends { close(): Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started: Started = Object.create(null);
  beforeAll(async () => {
    Object.assign(started, await start());
    return () => started.close();
  });
  return started;
}
