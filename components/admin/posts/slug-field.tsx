"use client";

import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { freeSlugs } from "@/lib/client/admin-posts";
import { slugCount } from "@/lib/contracts/posts";
import { slugProblem } from "./post-fields";

/** What `SlugField` takes. */
export type SlugFieldProps = {
  slug: string;
  onChange: (slug: string) => void;
  /** What the server said about it, or that it was left empty. */
  error?: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

const fewLeft = 100;

/** The two characters of a post's address: what is wrong with them as they are typed, and free ones. */
export function SlugField({ slug, onChange, error, inputRef }: SlugFieldProps) {
  const start = /^[a-z0-9]$/.test(slug) ? slug : "";
  const { data } = useQuery(freeSlugs(start));
  const problem = slug === "" ? undefined : slugProblem(slug);
  return (
    <div className="grid content-start gap-2">
      <Field
        id="post-slug"
        label="Slug"
        hint="Two characters, a to z and 0 to 9."
        error={problem ?? error}
      >
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
          {data.suggestions.length > 0 && <span>Free:</span>}
          {data.suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              aria-label={`Use ${suggestion}`}
              className="min-h-6 text-link text-ink tabular-nums"
              onClick={() => onChange(suggestion)}
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
      {data && data.freeCount <= fewLeft && (
        <output className="text-small font-medium text-alarm">
          {data.freeCount === 0
            ? "No slug is left. Delete a post that nobody needs any more to free its own."
            : `Only ${data.freeCount} of ${slugCount.toLocaleString("en-US")} slugs are left.`}
        </output>
      )}
    </div>
  );
}
