import { Search } from "@/components/ui/icons";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { searchMaxLength, searchPath } from "@/lib/contracts/reading/post-search";
import { archiveMessages } from "@/lib/messages/site";

const inputId = "search-briefings";

/** A plain form, which works without scripts. */
export function SearchForm({ q = "" }: { q?: string }) {
  return (
    <search>
      <form action={searchPath} method="get" className="max-w-[52rem]">
        <label htmlFor={inputId} className="mb-2 block text-label font-medium">
          {archiveMessages.searchLabel}
        </label>
        <div className="flex gap-3">
          <div className="relative min-w-0 flex-1">
            <Search
              className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3"
              strokeWidth={1.75}
            />
            <Input
              key={q}
              id={inputId}
              name="q"
              type="search"
              defaultValue={q}
              required
              maxLength={searchMaxLength}
              autoComplete="off"
              enterKeyHint="search"
              className="pl-11"
            />
          </div>
          <Button type="submit" variant="line">
            {archiveMessages.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
