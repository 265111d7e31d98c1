"use client";

import { TrackError } from "@/components/feedback/track-error";
import { ListFailed } from "@/components/reading/list-failed";

/** Shown inside the layout of the list, in place of the rows. */
export default function ReadError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="wrap pb-(--section)">
      <TrackError kind="page_failed" error={error} />
      <ListFailed onRetry={retry} />
    </div>
  );
}
