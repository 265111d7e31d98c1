"use client";

import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { freeSlugs } from "@/lib/client/admin-posts";
import { slugCount } from "@/lib/contracts/posts";
import { formatCount } from "@/lib/messages/counts";
import { postMessages, slugFieldMessages } from "@/lib/messages/posts";
import { slugProblem } from "./post-fields";

const messages = slugFieldMessages;

export type SlugFieldProps = {
  /** Of the post being edited, which may keep its slug; null for a new one. */
  postId: number | null;
  slug: string;
  onChange: (slug: string) => void;
  /** From the server or from submitting the form. */
  error?: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

/** How few free slugs cause a warning. */
const warnBelow = 100;

/** Validates a slug as it is typed, says which post has it, and suggests free ones. */
export function SlugField({ postId, slug, onChange, error, inputRef }: SlugFieldProps) {
  const mistake = slug === "" ? undefined : slugProblem(slug);
  const isStart = /^[a-z0-9]$/.test(slug);
  const isWhole = slug !== "" && mistake === undefined;
  const { data } = useQuery(freeSlugs(isStart ? { start: slug } : isWhole ? { slug } : {}));
  const holder = isWhole && data?.holder?.id !== postId ? data?.holder : null;
  const problem =
    mistake ?? (holder ? postMessages.slugTaken(slug, holder.title, holder.fullDate) : undefined);
  return (
    <div className="grid content-start gap-2">
      <Field id="post-slug" label="Slug" hint={messages.hint} error={problem ?? error}>
        {(control) => (
          <Input
            {...control}
            ref={inputRef}
            value={slug}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
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
          {data.freeCount === 0
            ? messages.noneLeft
            : messages.fewLeft(formatCount(data.freeCount), formatCount(slugCount))}
        </output>
      )}
    </div>
  );
}
