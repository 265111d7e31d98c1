import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListFailed } from "@/components/reading/list-failed";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { TextField } from "@/components/ui/text-field";
import { images } from "@/lib/client/admin/images";
import { searchDelayMs, useDebouncedValue } from "@/lib/client/use-debounced-value";
import type { ImageView } from "@/lib/contracts/admin/images";
import { imageDialogMessages, imagesScreen as messages } from "@/lib/messages/admin/images";
import { listMessages } from "@/lib/messages/site";
import { Thumbnail } from "./thumbnail";

/** The images uploaded so far, to choose from. */
export function ImageLibrary({ onChoose }: { onChoose: (image: ImageView) => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebouncedValue(typed.trim(), searchDelayMs);
  const query = useInfiniteQuery(images({ search, use: "all" }));
  const found = query.data?.pages.flatMap((page) => page.images) ?? [];
  return (
    <div className="grid gap-4">
      <TextField
        id="library-search"
        label={messages.search}
        type="search"
        value={typed}
        maxLength={200}
        onChange={setTyped}
        // Enter would use an image before one is chosen.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {query.isPending ? (
        <Spinner label={messages.loading} />
      ) : query.isError && found.length === 0 ? (
        <ListFailed onRetry={() => void query.refetch()} />
      ) : found.length === 0 ? (
        <p className="py-6 text-center text-ink-2">
          {search ? messages.noMatch(search) : messages.empty}
        </p>
      ) : (
        <ul className="grid max-h-80 grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
          {found.map((image) => (
            <li key={image.id}>
              <button
                type="button"
                aria-label={imageDialogMessages.insertNamed(image.name)}
                className="grid w-full gap-1.5 text-left"
                onClick={() => onChoose(image)}
              >
                <Thumbnail image={image} />
                <span className="truncate text-small text-ink-2">{image.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="line"
          size="sm"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {listMessages.loadMore}
        </Button>
      )}
    </div>
  );
}
