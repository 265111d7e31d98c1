"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureReason } from "@/components/admin/failure-reason";
import { importsKey, uploadImport } from "@/lib/client/admin/imports";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { decodeText } from "@/lib/contracts/decode-text";
import { csvLimitBytes } from "@/lib/contracts/limits";
import { importMessages, importScreen as messages } from "@/lib/messages/admin/imports";
import { FileChoice } from "./file-choice";

/** Uploads a file that is chosen or dropped. */
export function FileStep({ onUploaded }: { onUploaded: (id: number) => void }) {
  const { error, upload, isBusy } = useUpload(onUploaded);
  return (
    <FileChoice
      label={messages.choose}
      hint={messages.drop}
      error={error}
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
      isBusy={isBusy}
      busyLabel={messages.reading}
      onFile={upload}
    />
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
