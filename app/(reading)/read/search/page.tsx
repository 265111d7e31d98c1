import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SearchPage } from "@/components/reading/archive/search-page";
import { archiveMessages } from "@/lib/messages/site";
import { readSearchPage, type PageQuery } from "@/lib/http/pages/archive-pages";

// Never cached: each search has its own address, and anyone can make up any number of them.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: archiveMessages.searchTitle,
  robots: { index: false },
};

/** `/read/search?q=…` */
export default async function SearchResultsPage(props: { searchParams: Promise<PageQuery> }) {
  const view = await readSearchPage(await props.searchParams);
  // The web server turns this into 429 (server/web/missing-posts.ts): Next has no way to say so.
  if (!view) notFound();
  return <SearchPage {...view} />;
}
