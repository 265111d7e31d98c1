"use client";

import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { TextField } from "@/components/ui/text-field";
import { freeSlugs } from "@/lib/client/admin-posts";
import { slugCount } from "@/lib/contracts/posts";
import { formatCount } from "@/lib/messages/counts";
import { postMessages, slugFieldMessages } from "@/lib/messages/posts";
import { slugProblem } from "./post-fields";

const messages = slugFieldMessages;

export type SlugFieldProps = {
  /** The post being edited, which may keep its slug; null for a new one. */
  post: { id: number; slug: string } | null;
  slug: string;
  onChange: (slug: string) => void;
  /** From the server or from submitting the form. */
  error?: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

/** How few free slugs cause a warning. */
const warnBelow = 100;

/** Validates a slug as it is typed, says which post has it, and suggests free ones. */
export function SlugField({ post, slug, onChange, error, inputRef }: SlugFieldProps) {
  // The form asks for it when it is submitted, too.
  const { data: free } = useQuery(freeSlugs({}));
  const length = free?.length ?? 2;
  const mistake = slug === "" ? undefined : slugProblem(slug, { length, own: post?.slug ?? null });
  const isStart = /^[a-z0-9]$/.test(slug);
  const isWhole = slug !== "" && mistake === undefined;
  const { data } = useQuery(freeSlugs(isStart ? { start: slug } : isWhole ? { slug } : {}));
  const holder = isWhole && data?.holder?.id !== post?.id ? data?.holder : null;
  const problem =
    mistake ?? (holder ? postMessages.slugTaken(slug, holder.title, holder.fullDate) : undefined);
  return (
    <div className="grid content-start gap-2">
      <TextField
        id="post-slug"
        label="Slug"
        hint={length === 2 ? messages.hint : messages.longHint}
        error={problem ?? error}
        ref={inputRef}
        value={slug}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {data && (problem !== undefined || slug === "") && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
          {data.suggestions.length > 0 && <span>{messages.available}</span>}
          {data.suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              aria-label={messages.choose(suggestion)}
              className="min-h-6 text-link text-ink"
              onClick={() => onChange(suggestion)}
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
      {data && data.freeCount <= warnBelow && (
        <output className="text-small font-medium text-alarm">
          {messages.fewLeft(formatCount(data.freeCount), formatCount(slugCount(data.length)))}
        </output>
      )}
    </div>
  );
}
