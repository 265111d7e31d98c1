import { Upload } from "@/components/ui/icons";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FieldError } from "@/components/ui/field";
import { ProgressBar } from "@/components/ui/progress-bar";
import { imageDialogMessages as messages } from "@/lib/messages/admin/images";
import { filesToUpload } from "./files-to-upload";
import type { Uploading } from "./use-upload";

const accepted = "image/jpeg,image/png,image/webp,image/avif,image/gif";

export type FileDropProps = {
  onFiles: (files: readonly File[]) => void;
  uploading: Uploading | null;
  problem: string | undefined;
};

/** Takes files that are chosen, or dropped or pasted anywhere on the page, and shows their upload. */
export function FileDrop({ onFiles, uploading, problem }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useTransfers(onFiles);
  return (
    <div
      className={classNames(
        "grid min-h-44 content-center justify-items-center gap-3 border border-dashed px-5 py-6 text-center",
        isOver ? "border-accent bg-accent-tint" : "border-edge",
      )}
    >
      {uploading ? (
        <Progress {...uploading} />
      ) : (
        <>
          <Button variant="line" data-autofocus onClick={() => input.current?.click()}>
            <Upload size={16} strokeWidth={1.6} />
            {messages.choose}
          </Button>
          <p className="text-small text-ink-3">{messages.chooseHint}</p>
          {problem && <FieldError id="upload-problem">{problem}</FieldError>}
        </>
      )}
      <output className="sr-only">{uploading && messages.uploading(uploading.name)}</output>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
    </div>
  );
}

/** Reads pastes and drops on the whole page. Returns whether files are being dragged over it. */
function useTransfers(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = data ? filesToUpload(data) : [];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser opens the file.
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (hasFiles(event)) take(event, event.dataTransfer);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

function Progress({ name, sentBytes, totalBytes }: Uploading) {
  const isSent = sentBytes >= totalBytes;
  return (
    <div className="grid w-full max-w-80 gap-2 text-left text-small">
      <span className="truncate font-medium">{messages.uploading(name)}</span>
      <ProgressBar label={messages.uploading(name)} value={sentBytes} max={totalBytes} />
      <span className="text-ink-3 tabular-nums">
        {isSent ? messages.processing : messages.progress(sentBytes, totalBytes)}
      </span>
    </div>
  );
}
