"use client";

import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { TextField } from "@/components/ui/text-field";
import { codeSchema } from "@/lib/contracts/admin/security";

export type CodeFormProps = {
  id: string;
  label: string;
  error: string | undefined;
  onSubmit: (code: string) => void;
  /** The submit button, unless one elsewhere refers to `codeFormId`. */
  children?: ReactNode;
};

export function codeFormId(id: string): string {
  return `${id}-form`;
}

/** A code from the authenticator app, or a recovery code. Takes focus. */
export function CodeForm({ id, label, error, onSubmit, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = codeSchema.safeParse({ code });
    setMissing(checked.success ? undefined : checked.error.issues[0]?.message);
    if (checked.success) onSubmit(checked.data.code);
  };

  return (
    <form id={codeFormId(id)} noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        id={id}
        label={label}
        error={missing ?? error}
        ref={input}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        className="tabular-nums"
      />
      {children}
    </form>
  );
}
