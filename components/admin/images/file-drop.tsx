import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { imageDialogMessages as messages } from "@/lib/messages/admin/images";
import type { Uploading } from "./use-upload";

const accepted = "image/jpeg,image/png,image/webp,image/avif,image/gif";

export type FileDropProps = {
  onFile: (file: File) => void;
  uploading: Uploading | null;
  problem: string | undefined;
};

/** Takes a file that is dropped, pasted, or chosen, and shows how far its upload is. */
export function FileDrop({ onFile, uploading, problem }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | undefined | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    // The button inside does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classNames(
        "grid min-h-44 content-center justify-items-center gap-3 border border-dashed px-5 py-6 text-center",
        isOver ? "border-accent bg-accent-tint" : "border-edge",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      {uploading ? (
        <Progress {...uploading} />
      ) : (
        <>
          <Button variant="line" data-autofocus onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" size={16} strokeWidth={1.6} />
            {messages.choose}
          </Button>
          <p className="text-small text-ink-3">{messages.chooseHint}</p>
          {problem && <FieldError id="upload-problem">{problem}</FieldError>}
        </>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => {
          take(target.files);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
    </div>
  );
}

function Progress({ name, sentBytes, totalBytes }: Uploading) {
  const isSent = sentBytes >= totalBytes;
  return (
    <output className="grid w-full max-w-80 gap-2 text-left text-small">
      <span className="truncate font-medium">{messages.uploading(name)}</span>
      <progress
        aria-label={messages.uploading(name)}
        className="progress h-1 w-full"
        max={totalBytes}
        {...(isSent ? {} : { value: sentBytes })}
      />
      <span className="text-ink-3 tabular-nums">
        {isSent ? messages.processing : messages.progress(sentBytes, totalBytes)}
      </span>
    </output>
  );
}
