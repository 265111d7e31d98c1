import { CircleAlert } from "./icons";
import type { ReactNode } from "react";

/** The attributes that the control inside a `Field` needs. */
export type FieldControl = {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

export type FieldProps = {
  /** The control's id. The hint's and error's ids derive from it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

/** A label, a control, and a hint or an error. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const noteId = `${id}-note`;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-label leading-5 font-medium">
        {label}
      </label>
      {children({
        id,
        ...(error ? { "aria-invalid": true } : {}),
        ...(error || hint ? { "aria-describedby": noteId } : {}),
      })}
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint && (
          <p id={noteId} className="text-small text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The error of a control, whose `aria-describedby` must be this `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-small font-medium text-alarm">
      <CircleAlert size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />
      <span>{children}</span>
    </p>
  );
}
