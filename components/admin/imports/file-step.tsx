"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type DragEvent } from "react";
import { failureReason } from "@/components/admin/failure-reason";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FieldError } from "@/components/ui/field";
import { importsKey, uploadImport } from "@/lib/client/admin/imports";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { decodeText } from "@/lib/contracts/decode-text";
import { csvLimitBytes } from "@/lib/contracts/limits";
import { importMessages, importScreen as messages } from "@/lib/messages/admin/imports";

/** Chooses a file, or takes one that is dropped, and uploads it. */
export function FileStep({ onUploaded }: { onUploaded: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { error, upload, isBusy } = useUpload(onUploaded);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) upload(file);
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
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        className="sr-only"
        tabIndex={-1}
        aria-label={messages.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that the same file can be chosen again, once it's corrected.
          target.value = "";
          if (file) upload(file);
        }}
      />
      <Button
        isBusy={isBusy}
        busyLabel={messages.reading}
        aria-describedby={error ? "import-error" : undefined}
        onClick={() => input.current?.click()}
      >
        {messages.choose}
      </Button>
      <p className="max-w-[64ch] text-label text-ink-2">{messages.drop}</p>
      {error && <FieldError id="import-error">{error}</FieldError>}
    </div>
  );
}

function useUpload(onUploaded: (id: number) => void) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: async (file: File) =>
      uploadImport({
        fileName: file.name,
        content: decodeText(new Uint8Array(await file.arrayBuffer())),
      }),
    onSuccess: async ({ id }) => {
      await refetchAll(queryClient, [importsKey]);
      onUploaded(id);
    },
    onError: (error) => setProblem(failureReason(error)),
  });
  return {
    error: problem,
    isBusy,
    upload: (file: File) => {
      setProblem(undefined);
      if (file.size > csvLimitBytes) setProblem(importMessages.fileTooLarge);
      else mutate(file);
    },
  };
}
