import { QueryClient } from "@tanstack/react-query";

/**
 * Fetches everything under a key again after a save. Cancels requests that are under way, because
 * they may return the state before the save.
 *
 * @param key the first part of the query keys
 */
export async function refetchAll(queryClient: QueryClient, key: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [key] });
  await queryClient.invalidateQueries({ queryKey: [key] });
}

/** Data never goes stale, and nothing is retried: docs/product-spec.md, section 16. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
