import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** What a control inside a `Field` has to carry. */
export type FieldControl = {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/** What `Field` takes. */
export type FieldProps = {
  /** The control's id; the hint and the error are named after it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The sentence that says what is wrong; it stands where the hint stood. */
  error?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

/** A label above, a control, and a hint or an error below it. */
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

/** A sentence that says what is wrong with a control; its `id` belongs in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-small font-medium text-alarm">
      <CircleAlert aria-hidden="true" size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />
      <span>{children}</span>
    </p>
  );
}
