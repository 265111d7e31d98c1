"use client";

import { SearchFailed } from "@/components/reading/archive/search-failed";

export default function SearchError() {
  return <SearchFailed />;
}
