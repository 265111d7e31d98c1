import type { ComponentProps, ReactNode } from "react";
import { FieldError } from "./field";

const boxClass =
  "peer appearance-none size-5 mt-0.5 border border-edge bg-sheet cursor-pointer hover:border-ink checked:bg-accent checked:border-accent disabled:cursor-not-allowed disabled:bg-well aria-invalid:border-alarm aria-invalid:shadow-[0_0_0_1px_var(--color-alarm)]";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className" | "children"> & {
  id: string;
  label: ReactNode;
  error?: ReactNode;
};

export function Checkbox({ id, label, error, ...rest }: CheckboxProps) {
  const noteId = `${id}-note`;
  return (
    <div className="grid gap-2">
      <label
        htmlFor={id}
        className="grid cursor-pointer grid-cols-[1.25rem_1fr] items-start gap-3 text-label leading-6"
      >
        <span className="state-mark relative grid">
          <input
            {...rest}
            {...(error ? { "aria-invalid": true, "aria-describedby": noteId } : {})}
            id={id}
            type="checkbox"
            className={`${boxClass} rounded-1`}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-[.4375rem] hidden h-2.5 w-1.5 rotate-45 border-r-2 border-b-2 border-on-accent peer-checked:block"
          />
        </span>
        <span>{label}</span>
      </label>
      {error && <FieldError id={noteId}>{error}</FieldError>}
    </div>
  );
}

export type RadioProps = Omit<ComponentProps<"input">, "type" | "className" | "children"> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** One of several choices. Wrap those with the same `name` in a fieldset. */
export function Radio({ label, hint, ...rest }: RadioProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[1.25rem_1fr] items-start gap-3 border-t border-rule py-4 last:border-b">
      <span className="state-mark relative grid">
        <input {...rest} type="radio" className={`${boxClass} rounded-full`} />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2 left-1.5 hidden size-2 rounded-full bg-on-accent peer-checked:block"
        />
      </span>
      <span>
        <span className="block font-medium">{label}</span>
        {hint && <span className="mt-0.5 block text-label text-ink-2">{hint}</span>}
      </span>
    </label>
  );
}
