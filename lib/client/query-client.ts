import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { trackError } from "./analytics";
import { failureKind } from "./fetcher";

/** `meta` of a query whose failure the screen doesn't show, so that it isn't reported. */
export const silent = { isSilent: true } as const;

/**
 * Fetches everything under a key again after a change. Cancels pending requests, because they may return the
 * state before the change.
 *
 * @param queryKey the first parts of the query keys
 */
export async function refetchAll(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/**
 * Data never goes stale, and nothing is retried: docs/product-spec.md, section 16. Every failure is
 * reported to the analytics service.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.["isSilent"] !== true) trackError(failureKind(error));
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => trackError(failureKind(error)) }),
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
