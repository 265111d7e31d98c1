import { QueryClient } from "@tanstack/react-query";

/**
 * Fetches again what a save has changed. What was on its way since before the save would bring the
 * old state, so it is asked anew too.
 *
 * @param key the first part of the query keys
 */
export async function refetchAll(queryClient: QueryClient, key: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [key] });
  await queryClient.invalidateQueries({ queryKey: [key] });
}

/** A client whose data never goes stale and is fetched once, without retries (spec, section 4). */
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
