"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/button";
import { Spinner } from "../ui/spinner";

// What fetches and keeps data is sent only to those who ask for more.
const LaterPages = lazy(() =>
  import("./later-pages").then(({ LaterPages: component }) => ({ default: component })),
);

/** The rest of the list, page by page, on demand. `after` is the id of the last post shown. */
export function OlderPosts({ after }: { after: number }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) {
    return (
      <Suspense fallback={<Spinner />}>
        <LaterPages after={after} />
      </Suspense>
    );
  }
  return (
    <div className="grid justify-center pt-10">
      <Button variant="line" onClick={() => setWanted(true)}>
        Load more
      </Button>
    </div>
  );
}
