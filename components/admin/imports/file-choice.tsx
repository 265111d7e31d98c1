"use client";

import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FieldError } from "@/components/ui/field";

export type FileChoiceProps = Pick<ButtonProps, "variant" | "isBusy" | "busyLabel" | "disabled"> & {
  /** Of the button. */
  label: string;
  hint: ReactNode;
  error: string | undefined;
  /** Of the input, such as `.csv`. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that chooses a file, in an area where one can be dropped. */
export function FileChoice({ label, hint, error, accept, onFile, ...button }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !button.disabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "grid justify-items-start gap-4 border border-dashed p-6 sm:p-8",
        isOver ? "border-accent bg-well" : "border-edge",
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that the same file can be chosen again, once it's corrected.
          target.value = "";
          take(file);
        }}
      />
      <Button
        {...button}
        aria-describedby={error ? "file-error" : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <div className="max-w-[64ch] text-label text-ink-2">{hint}</div>
      {error && <FieldError id="file-error">{error}</FieldError>}
    </div>
  );
}
