"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { ListFailed } from "@/components/reading/list-failed";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { ToggleButton } from "@/components/admin/toggle-button";
import { TextField } from "@/components/ui/text-field";
import { images } from "@/lib/client/admin/images";
import { searchDelayMs, useDebouncedValue } from "@/lib/client/use-debounced-value";
import { editorMessages } from "@/lib/messages/admin";
import { countOf } from "@/lib/messages/counts";
import { imagesScreen as messages } from "@/lib/messages/admin/images";
import { LoadMore } from "../load-more";
import { BackToContent } from "../posts/back-to-content";
import { AdminPage } from "../shell/page";
import { StaleDataAlert } from "../stale-data-alert";
import { FileDrop } from "./file-drop";
import { ClearUnused } from "./clear-unused";
import { ImageCard } from "./image-card";
import { useUpload } from "./use-upload";

/** `/content-management/images`: every uploaded image. */
export function ImagesScreen() {
  const [typed, setTyped] = useState("");
  const [use, setUse] = useState<"all" | "unused">("all");
  const search = useDebouncedValue(typed.trim(), searchDelayMs);
  // Keeps showing the current images until the next ones arrive.
  const query = useInfiniteQuery({
    ...images({ search, use }),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLParagraphElement>(null);
  const upload = useUpload((_, isNew) => {
    notify({
      title: editorMessages.success,
      description: isNew ? messages.uploaded : messages.known,
    });
    // So that it's in view.
    setTyped("");
    setUse("all");
  });
  const found = query.data?.pages.flatMap((page) => page.images) ?? [];
  const totalCount = query.data?.pages[0]?.totalCount ?? 0;
  const isFiltered = search !== "" || use !== "all";
  return (
    <AdminPage title={messages.title} action={<BackToContent />}>
      <section aria-label={messages.upload} className="mt-6">
        <FileDrop onFiles={upload.start} uploading={upload.uploading} problem={upload.problem} />
      </section>
      <div className="mt-8 grid gap-6">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div className="w-full sm:w-96">
            <TextField
              id="image-search"
              label={messages.search}
              type="search"
              value={typed}
              maxLength={200}
              onChange={setTyped}
            />
          </div>
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">{messages.filterLabel}</legend>
            {(["all", "unused"] as const).map((each) => (
              <ToggleButton
                key={each}
                isChosen={use === each}
                onPress={() => setUse(each)}
                label={messages.filters[each]}
              />
            ))}
          </fieldset>
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p ref={list} tabIndex={-1} aria-live="polite" className="text-small text-ink-3">
            {query.isSuccess && countOf(totalCount, "image")}
          </p>
          {use === "unused" && search === "" && !query.isPlaceholderData && totalCount > 0 && (
            <ClearUnused count={totalCount} />
          )}
        </div>
        {query.isRefetchError && <StaleDataAlert onRetry={() => void query.refetch()} />}
        {query.isPending ? (
          <Spinner label={messages.loading} />
        ) : query.isError && found.length === 0 ? (
          <ListFailed onRetry={() => void query.refetch()} />
        ) : found.length === 0 ? (
          <EmptyState
            title={isFiltered ? messages.noneFound : messages.empty}
            action={
              isFiltered && (
                <Button
                  variant="line"
                  onClick={() => {
                    setTyped("");
                    setUse("all");
                  }}
                >
                  {messages.showAll}
                </Button>
              )
            }
          >
            {search
              ? messages.noMatch(search)
              : isFiltered
                ? messages.noUnused
                : messages.emptyHint}
          </EmptyState>
        ) : (
          <ul
            aria-label={messages.title}
            className="grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
          >
            {found.map((image) => (
              <ImageCard key={image.id} image={image} returnFocusTo={list} />
            ))}
          </ul>
        )}
        <LoadMore query={query} />
      </div>
    </AdminPage>
  );
}
