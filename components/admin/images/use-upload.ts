import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { imagesKey, uploadImage } from "@/lib/client/admin/images";
import { serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import type { ImageView } from "@/lib/contracts/admin/images";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { editorMessages } from "@/lib/messages/admin";
import { imageProblems } from "@/lib/messages/admin/images";

/** An upload in progress. */
export type Uploading = { name: string; sentBytes: number; totalBytes: number };

/** Uploads files one after another. A failure stops it, and unmounting cancels the rest. */
export function useUpload(onUploaded: (image: ImageView, isNew: boolean) => void) {
  const queryClient = useQueryClient();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const waiting = useRef<File[]>([]);
  const done = useEffectEvent(onUploaded);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    waiting.current = [];
  }, []);
  const cancel = () => {
    stop();
    setUploading(null);
  };
  useEffect(() => stop, [stop]);

  const uploadOne = async (file: File, signal: AbortSignal) => {
    if (file.size > bodyLimitsBytes.image) return imageProblems.tooLarge(bodyLimitsBytes.image);
    const { name, size: totalBytes } = file;
    const onProgress = (sentBytes: number) => setUploading({ name, sentBytes, totalBytes });
    onProgress(0);
    try {
      const { image, isNew } = await uploadImage(file, { onProgress, signal });
      if (!signal.aborted) done(image, isNew);
      return undefined;
    } catch (error) {
      return serverMessage(error) ?? editorMessages.noAnswer;
    }
  };
  const start = async (files: readonly File[]) => {
    waiting.current.push(...files);
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setProblem(undefined);
    let file = waiting.current.shift();
    while (file) {
      const failed = await uploadOne(file, own.signal);
      if (own.signal.aborted) return;
      setProblem(failed);
      if (failed !== undefined) waiting.current = [];
      file = waiting.current.shift();
    }
    running.current = undefined;
    setUploading(null);
    await refetchAll(queryClient, [imagesKey]);
  };
  return { start: (files: readonly File[]) => void start(files), cancel, uploading, problem };
}
