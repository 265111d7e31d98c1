"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { listMessages } from "@/lib/messages/site";

// The code that fetches posts loads only when a reader asks for more.
const OlderPostRows = lazy(() =>
  import("./older-post-rows").then(({ OlderPostRows: component }) => ({ default: component })),
);

/** The rest of the list, on demand. `after` is the id of the last post shown. */
export function OlderPosts({ after }: { after: number }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={<Spinner />}>
        <OlderPostRows after={after} />
      </Suspense>
    );
  }
  return (
    <div className="grid justify-center pt-10">
      <Button variant="line" onClick={() => setOpen(true)}>
        {listMessages.loadMore}
      </Button>
    </div>
  );
}
