/**
 * How Node runs a worker. While batches leave, megabytes are garbage within the second;
 * told of no limit, V8 lets them pile up to several times what a worker needs.
 */
export const workerNodeFlags = ["--max-old-space-size=224", "--max-semi-space-size=8"] as const;
