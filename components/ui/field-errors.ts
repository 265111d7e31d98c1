import { useEffect, useEffectEvent, useState } from "react";
import type { z } from "zod";

/** What is wrong with a form's fields, by name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The first thing that a schema finds wrong with each field; empty if nothing is. */
export function errorsIn({ error }: { error?: z.ZodError | undefined }): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

/**
 * Moves focus to the first of these fields on the page, once an error is there, so that screen readers read it
 * with the field.
 */
export function useFocusOnError(ids: readonly string[], error: unknown): void {
  const focus = useEffectEvent(() => {
    if (ids.length === 0) return;
    const selector = ids.map((id) => `#${CSS.escape(id)}`).join();
    document.querySelector<HTMLElement>(selector)?.focus();
  });
  useEffect(() => {
    if (error) focus();
  }, [error]);
}

/**
 * The errors of a form's fields. Focus moves to the first wrong one.
 *
 * @param prefix what the fields' ids begin with, before their names; undefined to leave the focus
 */
export function useFieldErrors(prefix: string | undefined) {
  const [{ errors, found }, setState] = useState<{ errors: FieldErrors; found: FieldErrors }>({
    errors: {},
    found: {},
  });
  const names = prefix === undefined ? [] : Object.keys(found);
  useFocusOnError(
    names.map((name) => `${prefix}${name}`),
    found,
  );
  return {
    errors,
    setErrors: (next: FieldErrors) => setState({ errors: next, found: next }),
    /** For when someone corrects a field. */
    clearError: (name: string) =>
      setState((before) => ({ ...before, errors: { ...before.errors, [name]: "" } })),
  };
}
