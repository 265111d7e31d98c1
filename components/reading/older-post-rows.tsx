"use client";

import { QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { postsAfter } from "@/lib/client/posts";
import { createQueryClient } from "@/lib/client/query-client";
import { listMessages } from "@/lib/messages/site";
import { ListFailed } from "./list-failed";
import { PostRow } from "./post-row";

/** The posts after the first page, fetched page by page. */
export function OlderPostRows({ after }: { after: number }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Rows after={after} />
    </QueryClientProvider>
  );
}

function Rows({ after }: { after: number }) {
  const query = useInfiniteQuery(postsAfter(after));
  const posts = query.data?.pages.flat() ?? [];
  const fetchMore = () => void (query.data ? query.fetchNextPage() : query.refetch());
  return (
    <>
      <ol aria-label={listMessages.olderBriefings}>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ol>
      {query.isError && !query.isFetching ? (
        <ListFailed onRetry={fetchMore} />
      ) : query.isPending || (query.isError && query.isFetching) ? (
        <Spinner />
      ) : (
        query.hasNextPage && (
          <div className="grid justify-center pt-10">
            <Button variant="line" isBusy={query.isFetchingNextPage} onClick={fetchMore}>
              {listMessages.loadMore}
            </Button>
          </div>
        )
      )}
    </>
  );
}
