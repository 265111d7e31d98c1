import { SearchFailed } from "@/components/reading/archive/search-failed";

/** After too many searches. */
export default function TooManySearches() {
  return <SearchFailed />;
}
