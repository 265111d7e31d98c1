"use client";

import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { Search } from "@/components/ui/icons";
import { BusyIndicator } from "@/components/ui/spinner";
import { editorMessages } from "@/lib/messages/admin";
import { adminSearchScreen as texts } from "@/lib/messages/admin/search";
import type { SearchEntry } from "./entries";
import { SearchResults } from "./search-results";
import { useSearch } from "./use-search";

/** One box that finds a person, a day, a post, or a setting: a button, or ⌘K and Ctrl+K. */
export function AdminSearch() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openByKeys = (event: globalThis.KeyboardEvent) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", openByKeys);
    return () => document.removeEventListener("keydown", openByKeys);
  }, []);
  const keys = /Mac|iP(?:hone|ad)/u.test(navigator.userAgent) ? "⌘K" : "Ctrl+K";
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label={texts.open(keys)}
        title={texts.open(keys)}
        className="grid size-11 flex-none place-items-center text-ink-2 hover:text-ink"
      >
        <Search size={20} strokeWidth={1.6} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(1rem,10dvh)] left-1/2 z-50 flex max-h-[min(34rem,80dvh)] w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-1 border-t-[3px] border-ink bg-sheet forced-colors:border-x forced-colors:border-b text-ink shadow-float"
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <SearchBox onLeave={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SearchBox({ onLeave }: { onLeave: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const { query, groups, isSearching, failed, retry } = useSearch(typed);
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.min(marked, entries.length - 1);
  const choose = ({ href }: SearchEntry) => {
    onLeave();
    router.push(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[active];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setMarked((active + step + entries.length) % entries.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing && entry) {
      event.preventDefault();
      choose(entry);
    }
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-rule px-5">
        <Search size={20} strokeWidth={1.6} className="flex-none text-ink-3" />
        <input
          role="combobox"
          aria-label={texts.title}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 w-full min-w-0 bg-transparent text-ui outline-none placeholder:text-ink-3"
        />
        {isSearching && <BusyIndicator className="flex-none text-ink-3" />}
      </div>
      <SearchResults
        id={listId}
        groups={groups}
        active={active}
        onPoint={setMarked}
        onChoose={choose}
      />
      <output className={entries.length > 0 ? "sr-only" : "px-5 pb-6 text-label text-ink-3"}>
        {isSearching
          ? texts.searching
          : entries.length > 0
            ? texts.results(entries.length)
            : !failed && texts.nothing(query)}
      </output>
      {failed && (
        <p
          role="alert"
          className="flex items-center gap-4 border-t border-rule px-5 py-3 text-label"
        >
          {texts.failed}
          <Button variant="line" size="sm" onClick={retry}>
            {editorMessages.tryAgain}
          </Button>
        </p>
      )}
    </>
  );
}
