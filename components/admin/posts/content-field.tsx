"use client";

import dynamic from "next/dynamic";
import { memo, useDeferredValue, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { ArticleText } from "@/components/reading/article";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Textarea } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { ToggleButton } from "@/components/admin/toggle-button";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { formatCount } from "@/lib/messages/counts";
import { contentFieldMessages } from "@/lib/messages/posts";
import { filesToUpload } from "../images/files-to-upload";
import { ImagePicker, type TextImage } from "../images/image-picker";
import { EditorBoundary } from "./editor/editor-boundary";
import { maxVisualLength } from "./editor/round-trip-check";
import { type PostFields, readArticle } from "./post-fields";

const messages = contentFieldMessages;

// The editor is larger than everything else combined, so it loads only where it is used.
const VisualEditor = dynamic(
  () => import("./editor/visual-editor").then(({ VisualEditor: component }) => component),
  { ssr: false, loading: () => <Spinner label={messages.loadingEditor} /> },
);

export type ContentFieldProps = {
  fields: PostFields;
  onChange: (content: string) => void;
  signUpUrl: string;
};

type Mode = "visual" | "source";

/** Texts up to this length are too short to reach the byte limit, so their bytes aren't counted. */
const alwaysFitsLength = 200_000;

/** The content of a post, with a visual editor, its Markdown source, and a preview. */
export function ContentField({ fields, onChange, signUpUrl }: ContentFieldProps) {
  const { content } = fields;
  const isLong = content.length > maxVisualLength;
  const [mode, setMode] = useState<Mode>(isLong ? "source" : "visual");
  const [notice, setNotice] = useState<string | null>(isLong ? messages.tooLong : null);
  const [isPreview, setPreview] = useState(false);
  const switchTo = (next: Mode) => {
    setNotice(next === "visual" && isLong ? messages.tooLong : null);
    setMode(next === "visual" && isLong ? "source" : next);
    setPreview(false);
  };
  const showSource = () => {
    setMode("source");
    setNotice(messages.failed);
  };
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <span className="text-label leading-5 font-medium">{messages.label}</span>
        <div className="flex flex-wrap gap-2">
          <ToggleButton
            isChosen={mode === "visual" && !isPreview}
            onPress={() => switchTo("visual")}
            label={messages.write}
          />
          <ToggleButton
            isChosen={mode === "source" && !isPreview}
            onPress={() => switchTo("source")}
            label={messages.source}
          />
          <ToggleButton
            isChosen={isPreview}
            onPress={() => setPreview(!isPreview)}
            label={messages.preview}
          />
        </div>
      </div>
      {notice && !isPreview && (
        <output className="block border-l-[3px] border-ink bg-well px-4 py-3 text-label">
          {notice}
        </output>
      )}
      <TooLarge content={content} />
      {isPreview ? (
        <PostPreview fields={fields} signUpUrl={signUpUrl} />
      ) : mode === "visual" ? (
        <EditorBoundary onFailure={showSource}>
          <VisualEditor
            content={content}
            onChange={onChange}
            onFailure={showSource}
            onTooLong={() => {
              setMode("source");
              setNotice(messages.pastedTooLong);
            }}
          />
          <p className="text-small text-ink-3">{messages.keys}</p>
        </EditorBoundary>
      ) : (
        <Source content={content} onChange={onChange} />
      )}
    </div>
  );
}

type SourceProps = { content: string; onChange: (content: string) => void };

/** Starts with `content` and then keeps its own value. */
function Source({ content, onChange }: SourceProps) {
  const [initial] = useState(content);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  return <SourceText initial={initial} onChange={latest} />;
}

type SourceTextProps = { initial: string; onChange: { current: (content: string) => void } };

// Rendered once and uncontrolled: React would otherwise copy up to a megabyte on every keystroke.
const SourceText = memo(function SourceText({ initial, onChange }: SourceTextProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [picking, setPicking] = useState<Picking | null>(null);
  const [closed, setClosed] = useState<(Picking & { markdown: string }) | null>(null);
  const pickFrom = (event: SyntheticEvent, data: DataTransfer, place?: number) => {
    const files = filesToUpload(data);
    if (files.length === 0) return;
    event.preventDefault();
    if (place !== undefined) text.current?.setSelectionRange(place, place);
    setPicking({ files });
  };
  const close = (markdown: string) => {
    setClosed({ markdown, files: picking?.files.slice(1) ?? [] });
    setPicking(null);
  };
  const insert = async (image: TextImage) => {
    const { imageMarkdown } = await import("@/lib/markdown/image-markdown");
    close(imageMarkdown(image));
  };
  useEffect(() => {
    if (!closed) return undefined;
    // The dialog keeps the focus until it's gone.
    const timer = setTimeout(() => {
      if (closed.markdown !== "") {
        text.current?.focus();
        // Unlike a change of the value, this can be undone.
        document.execCommand("insertText", false, closed.markdown);
      }
      setClosed(null);
      if (closed.files.length > 0) setPicking({ files: closed.files });
    });
    return () => clearTimeout(timer);
  }, [closed]);
  return (
    <>
      <Textarea
        ref={text}
        aria-label={messages.sourceLabel}
        dir="auto"
        defaultValue={initial}
        onChange={(event) => onChange.current(event.target.value)}
        onPaste={(event) => pickFrom(event, event.clipboardData)}
        onDrop={(event) => {
          const place = document.caretPositionFromPoint(event.clientX, event.clientY);
          pickFrom(event, event.dataTransfer, place?.offset);
        }}
        rows={22}
        className="font-mono text-[.9375rem] leading-6"
      />
      <Button
        variant="line"
        size="sm"
        className="justify-self-start"
        onClick={() => setPicking({ files: [] })}
      >
        {messages.insertImage}
      </Button>
      {picking && (
        <ImagePicker
          key={picking.files.length}
          file={picking.files[0]}
          onUse={(image) => void insert(image)}
          onCancel={() => close("")}
        />
      )}
    </>
  );
});

/** Files that wait for their turn; none when the dialog was opened without one. */
type Picking = { files: readonly File[] };

/**
 * The article, rendered by the same component as the public page. Rendering is deferred because a long
 * article takes seconds.
 */
function PostPreview({ fields, signUpUrl }: { fields: PostFields; signUpUrl: string }) {
  const shown = useDeferredValue<PostFields | null>(fields, null);
  if (fields.content.trim() === "") return <EmptyState title={messages.nothingToPreview} />;
  if (shown === null) return <Spinner label={messages.loadingPreview} />;
  return (
    <div data-theme="dark" className="min-w-0 bg-paper px-5 py-10 sm:px-16 sm:py-14">
      <ArticleText post={readArticle(shown)} signUpUrl={signUpUrl} />
    </div>
  );
}

function TooLarge({ content }: { content: string }) {
  const sizeBytes =
    content.length > alwaysFitsLength ? new TextEncoder().encode(content).length : 0;
  const limitKb = bodyLimitsBytes.post / 1024;
  if (sizeBytes < bodyLimitsBytes.post * 0.97) return null;
  return (
    <Alert title={messages.tooLargeTitle}>
      {messages.tooLarge(formatCount(Math.ceil(sizeBytes / 1024)), formatCount(limitKb))}
    </Alert>
  );
}
