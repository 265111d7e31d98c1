"use client";

import { QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { postsAfter } from "@/lib/client/posts";
import { createQueryClient } from "@/lib/client/query-client";
import { ListFailed } from "./list-failed";
import { PostRow } from "./post-row";

/** The posts after the first page, fetched as they are asked for. */
export function LaterPages({ after }: { after: number }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LaterRows after={after} />
    </QueryClientProvider>
  );
}

function LaterRows({ after }: { after: number }) {
  const query = useInfiniteQuery(postsAfter(after));
  const posts = query.data?.pages.flat() ?? [];
  const fetchAgain = () => void (query.data ? query.fetchNextPage() : query.refetch());
  return (
    <>
      <ol aria-label="Earlier briefings">
        {posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ol>
      {query.isError && !query.isFetching ? (
        <ListFailed onRetry={fetchAgain} />
      ) : query.isPending || (query.isError && query.isFetching) ? (
        <Spinner />
      ) : (
        query.hasNextPage && (
          <div className="grid justify-center pt-10">
            <Button variant="line" isBusy={query.isFetchingNextPage} onClick={fetchAgain}>
              Load more
            </Button>
          </div>
        )
      )}
    </>
  );
}
