import { Button } from "@/components/ui/button";
import { listMessages } from "@/lib/messages/site";
import { StaleDataAlert } from "./stale-data-alert";

export type LoadMoreProps = {
  /** As `useInfiniteQuery` returns it. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};

/** Fetches the next page of a list, and says if that failed. */
export function LoadMore({ query }: LoadMoreProps) {
  const load = () => void query.fetchNextPage();
  if (query.isFetchNextPageError) return <StaleDataAlert isMore onRetry={load} />;
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-center">
      <Button variant="line" isBusy={query.isFetchingNextPage} onClick={load}>
        {listMessages.loadMore}
      </Button>
    </div>
  );
}
