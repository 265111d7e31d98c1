import type { Metadata } from "next";
import { SearchFailed } from "@/components/reading/archive/search-failed";
import { archiveMessages } from "@/lib/messages/site";

export const metadata: Metadata = {
  title: archiveMessages.searchTitle,
  robots: { index: false },
};

/** Sent in place of a search that fails or comes too often: server/web/missing-posts.ts. */
export default function SearchFailedPage() {
  return <SearchFailed />;
}
