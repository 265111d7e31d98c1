import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { imagesKey, uploadImage } from "@/lib/client/admin/images";
import { serverMessage } from "@/lib/client/fetcher";
import type { ImageView } from "@/lib/contracts/admin/images";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { editorMessages } from "@/lib/messages/admin";
import { imageProblems } from "@/lib/messages/admin/images";

/** A file on its way. */
export type Uploading = { name: string; sentBytes: number; totalBytes: number };

/** Uploads one file at a time; another one replaces it. Leaving the screen stops the upload. */
export function useUpload(onUploaded: (image: ImageView) => void) {
  const queryClient = useQueryClient();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File) => {
    running.current?.abort();
    setUploading(null);
    if (file.size > bodyLimitsBytes.image) {
      setProblem(imageProblems.tooLarge(bodyLimitsBytes.image));
      return;
    }
    const own = new AbortController();
    running.current = own;
    const { name, size: totalBytes } = file;
    setProblem(undefined);
    setUploading({ name, sentBytes: 0, totalBytes });
    try {
      const image = await uploadImage(file, {
        onProgress: (sentBytes) => setUploading({ name, sentBytes, totalBytes }),
        signal: own.signal,
      });
      if (own.signal.aborted) return;
      setUploading(null);
      onUploaded(image);
      await queryClient.invalidateQueries({ queryKey: [imagesKey] });
    } catch (error) {
      if (own.signal.aborted) return;
      setUploading(null);
      setProblem(serverMessage(error) ?? editorMessages.noAnswer);
    }
  };
  return { start: (file: File) => void start(file), uploading, problem };
}
