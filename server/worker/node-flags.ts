/**
 * Node's flags for a worker. Sending a batch creates megabytes of garbage per second. Without a limit, V8
 * lets memory grow to several times what a worker needs.
 */
export const workerNodeFlags = ["--max-old-space-size=224", "--max-semi-space-size=8"] as const;

/**
 * A worker's variables besides its configuration. With one pool in place of eight, glibc keeps about
 * 40 MB less of what is free.
 */
export const workerVariables = { MALLOC_ARENA_MAX: "1" } as const;
