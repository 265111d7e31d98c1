"use client";

import { TrackError } from "@/components/feedback/track-error";
import { SearchFailed } from "@/components/reading/archive/search-failed";

export default function SearchError({ error }: { error: unknown }) {
  return (
    <>
      <TrackError kind="page_failed" error={error} />
      <SearchFailed />
    </>
  );
}
