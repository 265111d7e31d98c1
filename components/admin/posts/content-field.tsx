"use client";

import dynamic from "next/dynamic";
import { memo, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Textarea } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { contentScreen } from "@/lib/messages/posts";
import { maxVisualLength } from "./round-trip-check";
import { PostPreview } from "./post-preview";

// The editor weighs more than everything else together; only this page ever asks for it.
const VisualEditor = dynamic(
  () => import("./visual-editor").then(({ VisualEditor: component }) => component),
  { ssr: false, loading: () => <Spinner label="Loading the editor" /> },
);

/** What `ContentField` takes. */
export type ContentFieldProps = {
  content: string;
  onChange: (content: string) => void;
  /** What the preview shows above the content. */
  title: string;
  fullDate: string;
  signUpUrl: string;
};

type Writing = "visual" | "source";

/** Texts up to this many characters are far from the limit of a post's bytes. */
const surelyShort = 200_000;

/** The content of a post: as it looks, as its source, or as readers will see it. */
export function ContentField({ content, onChange, title, fullDate, signUpUrl }: ContentFieldProps) {
  const isLong = content.length > maxVisualLength;
  const [writing, setWriting] = useState<Writing>(isLong ? "source" : "visual");
  const [unfit, setUnfit] = useState<string | null>(isLong ? tooLong : null);
  const [isPreviewed, setPreviewed] = useState(false);
  const write = (next: Writing) => {
    setUnfit(next === "visual" && isLong ? tooLong : null);
    setWriting(next === "visual" && isLong ? "source" : next);
    setPreviewed(false);
  };
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <span className="text-label leading-5 font-medium">Content</span>
        <div className="flex flex-wrap gap-2">
          <Choice
            isChosen={writing === "visual" && !isPreviewed}
            onPress={() => write("visual")}
            label="Write"
          />
          <Choice
            isChosen={writing === "source" && !isPreviewed}
            onPress={() => write("source")}
            label="Source"
          />
          <Choice
            isChosen={isPreviewed}
            onPress={() => setPreviewed(!isPreviewed)}
            label={contentScreen.preview}
          />
        </div>
      </div>
      {unfit && !isPreviewed && (
        <output className="block border-l-[3px] border-ink bg-well px-4 py-3 text-label">
          {unfit}
        </output>
      )}
      <TooLarge content={content} />
      {isPreviewed ? (
        <PostPreview post={{ title, fullDate, content }} signUpUrl={signUpUrl} />
      ) : writing === "visual" ? (
        <>
          <VisualEditor
            content={content}
            onChange={onChange}
            onUnfit={() => {
              setWriting("source");
              setUnfit(wouldChange);
            }}
            onTooLong={() => {
              setWriting("source");
              setUnfit(pastedTooLong);
            }}
          />
          <p className="text-small text-ink-3">{keysInWords}</p>
        </>
      ) : (
        <Source content={content} onChange={onChange} />
      )}
    </div>
  );
}

type SourceProps = Pick<ContentFieldProps, "content" | "onChange">;

/** The content as its source. Begins with `content`; what comes later is its own. */
function Source({ content, onChange }: SourceProps) {
  const [beginning] = useState(content);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  return <SourceText beginning={beginning} onChange={latest} />;
}

type SourceTextProps = { beginning: string; onChange: { current: (content: string) => void } };

// Drawn once: React would put a text of a megabyte into the field again for each key.
const SourceText = memo(function SourceText({ beginning, onChange }: SourceTextProps) {
  return (
    <Textarea
      aria-label="Content as Markdown"
      defaultValue={beginning}
      onChange={(event) => onChange.current(event.target.value)}
      rows={22}
      className="font-mono text-[.9375rem] leading-6"
    />
  );
});

const keysInWords =
  "Ctrl+B, Ctrl+I and Ctrl+K make bold, italic and links. In lists and tables, Escape and then Tab leads on.";

const tooLong =
  "This text is long, so it is edited as source: the visual editor would answer each key too late.";

const pastedTooLong =
  "What you pasted is too long for the visual editor, so the text is shown as source. Please paste it here once more.";

const wouldChange =
  "This text holds something that the visual editor would change, such as a footnote or HTML. So it is edited as source, and nothing is lost.";

function Choice(props: { isChosen: boolean; onPress: () => void; label: string }) {
  return (
    <Button
      variant="icon"
      size="sm"
      aria-pressed={props.isChosen}
      onClick={props.onPress}
      className={classNames("w-auto! px-3.5", props.isChosen && "border-ink! bg-ink text-paper!")}
    >
      {props.label}
    </Button>
  );
}

function TooLarge({ content }: { content: string }) {
  const sizeBytes = content.length > surelyShort ? new TextEncoder().encode(content).length : 0;
  const limitKb = bodyLimitsBytes.post / 1024;
  if (sizeBytes < bodyLimitsBytes.post * 0.97) return null;
  return (
    <Alert title="This text is too long for a post">
      It takes {Math.ceil(sizeBytes / 1024).toLocaleString("en-US")} KB, and a post has room for{" "}
      {limitKb.toLocaleString("en-US")} KB with its title and dates.
    </Alert>
  );
}
