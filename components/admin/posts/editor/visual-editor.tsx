"use client";

import {
  BlockTypeSelect,
  BoldItalicUnderlineToggles,
  CodeToggle,
  CreateLink,
  InsertCodeBlock,
  InsertImage,
  InsertTable,
  InsertThematicBreak,
  ListsToggle,
  MDXEditor,
  Separator,
  StrikeThroughSupSubToggles,
  UndoRedo,
  editorInTable$,
  imagePlugin,
  linkDialogPlugin,
  toolbarPlugin,
  useCellValue,
} from "@mdxeditor/editor";
import "@mdxeditor/editor/style.css";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { contentFieldMessages } from "@/lib/messages/posts";
import { filesToUpload } from "../../images/files-to-upload";
import { labelEditorParts } from "./editor-a11y-labels";
import { looksLikeMarkdown } from "./blocks";
import { ImageDialog, WaitingFilesContext } from "./image-dialog";
import { OpenedText } from "./opened-text";
import { maxVisualLength } from "./round-trip-check";
import { textPlugins } from "./text-plugins";
import {
  notifyImagesLeftOut,
  notifyNoImagesInCells,
  noticeCaret,
  readTransfer,
  targetOf,
  useCellBlurOnLeave,
  useTransfers,
} from "./transfers";
import { typingPlugin } from "./typing-plugin";
import "./visual-editor.css";

export type VisualEditorProps = {
  /** Initial Markdown; later values are ignored. */
  content: string;
  onChange: (content: string) => void;
  /** Called if the editor fails. */
  onFailure: () => void;
  /** Called if a paste is too long for the editor. */
  onTooLong: () => void;
};

const plugins = [
  ...textPlugins,
  linkDialogPlugin({ showLinkTitleField: false }),
  imagePlugin({ disableImageResize: true, ImageDialog }),
  typingPlugin(),
  toolbarPlugin({ toolbarContents: () => <Toolbar />, toolbarClassName: "post-editor-tools" }),
];

/**
 * A visual Markdown editor with a toolbar. What it doesn't know is shown as source, and what nobody
 * changed stays as it was.
 */
export function VisualEditor({ content, onChange, onFailure, onTooLong }: VisualEditorProps) {
  // The initial text is the one it opens.
  const [opened] = useState(() => new OpenedText(content, onFailure));
  const [allPlugins] = useState(() => [...plugins, opened.plugin]);
  const frame = useRef<HTMLDivElement>(null);
  const hasEscaped = useRef(false);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(labelEditorParts, []);
  useCellBlurOnLeave();
  /** Inserts pasted or dropped data as Markdown, unless the editor handles it correctly itself. */
  const insertTransfer = (event: Event, data: DataTransfer | null) => {
    if (!event.target || !data) return undefined;
    const target = targetOf(event.target);
    if (target === "field") return;
    const dropped = filesToUpload(data);
    if (dropped.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      if (target === "cell") return notifyNoImagesInCells();
      // A drop has its caret only in the next task.
      setTimeout(() => {
        noticeCaret();
        setFiles(dropped);
      });
      return undefined;
    }
    const isTooLong = data.getData("text/plain").length > maxVisualLength;
    const pasted = isTooLong ? null : readTransfer(data, target === "cell");
    if (!isTooLong && !pasted) {
      const text = data.getData("text/plain");
      const isOffered = event.type === "paste" && target === "text" && isPlain(data);
      if (isOffered && looksLikeMarkdown(text)) {
        noticeCaret();
        setOffer({ text, goBack: opened.remember(), pasted: null });
      }
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (isTooLong) onTooLong();
    const insert = () => {
      noticeCaret();
      if (pasted?.markdown) opened.insert(pasted.markdown);
    };
    if (event.type === "paste") insert();
    else setTimeout(insert);
    if (pasted && pasted.skippedImages > 0) notifyImagesLeftOut();
  };
  useTransfers(frame, insertTransfer);
  const waiting = useMemo(
    () => ({ files, onDone: () => setFiles((before) => before.slice(1)) }),
    [files],
  );
  return (
    // Only handles events that bubble from the editor.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} onKeyDownCapture={(event) => handleKeys(event, hasEscaped)}>
      {offer && (
        <output className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-[3px] border-ink bg-well px-4 py-3 text-label">
          {contentFieldMessages.pastedMarkdown}
          <Button
            variant="line"
            size="sm"
            onClick={() => {
              offer.goBack();
              opened.insert(offer.text);
              setOffer(null);
            }}
          >
            {contentFieldMessages.readMarkdown}
          </Button>
        </output>
      )}
      <WaitingFilesContext value={waiting}>
        <MDXEditor
          markdown=""
          onChange={() => {
            onChange(opened.written);
            setOffer((before) => keepOffer(before, opened.written));
          }}
          onError={onFailure}
          plugins={allPlugins}
          toMarkdownOptions={opened.options}
          translation={translate}
          suppressHtmlProcessing
          className="post-editor"
          contentEditableClassName="prose post-editor-text"
        />
      </WaitingFilesContext>
    </div>
  );
}

/** Pasted text that can be read as Markdown until something else changes. */
type Offer = {
  text: string;
  /** Undoes the paste. */
  goBack: () => void;
  /** The whole text after the paste; null until it's there. */
  pasted: string | null;
};

function keepOffer(offer: Offer | null, written: string): Offer | null {
  if (offer?.pasted === null) return { ...offer, pasted: written };
  return offer?.pasted === written ? offer : null;
}

function isPlain({ types }: DataTransfer): boolean {
  return !types.includes("text/html") && !types.includes("application/x-lexical-editor");
}

function Toolbar() {
  // Table cells can't hold blocks; the editor would lose them when writing Markdown.
  const isInTable = useCellValue(editorInTable$);
  return (
    <>
      <UndoRedo />
      <Separator />
      <BlockTypeSelect />
      <Separator />
      <BoldItalicUnderlineToggles options={["Bold", "Italic"]} />
      <StrikeThroughSupSubToggles options={["Strikethrough"]} />
      <CodeToggle />
      <Separator />
      <ListsToggle />
      <Separator />
      <CreateLink />
      <InsertImage />
      <InsertTable />
      {!isInTable && (
        <>
          <InsertThematicBreak />
          <InsertCodeBlock />
        </>
      )}
    </>
  );
}

const editorLabels: Readonly<Record<string, string>> = {
  "contentArea.editableMarkdown": contentFieldMessages.label,
  "toolbar.toggleGroup": "Lists",
  "toolbar.table": "Insert table",
  "toolbar.codeBlock": "Insert code block",
  "toolbar.thematicBreak": "Insert divider",
  "createLink.url": contentFieldMessages.linkUrl,
  "createLink.urlPlaceholder": "https://",
  "createLink.text": "Text",
  "createLink.saveTooltip": "Save",
  "createLink.cancelTooltip": "Cancel",
};

function translate(
  key: string,
  defaultText: string,
  parts: Readonly<Record<string, unknown>> = {},
): string {
  return Object.entries(parts).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)),
    editorLabels[key] ?? defaultText,
  );
}

/**
 * Lets Tab leave the editor, except at the start of a list item, where it indents, and in tables.
 * There it leaves after Escape.
 */
function handleKeys(event: KeyboardEvent, hasEscaped: { current: boolean }): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "u") {
    // Markdown can't underline.
    event.preventDefault();
    event.stopPropagation();
  }
  if (!event.nativeEvent.isComposing) noticeCaret();
  if (event.key === "Tab") {
    const caret = window.getSelection();
    const usesTab = caret && (isInCell(caret) || isAtItemStart(caret)) && !hasEscaped.current;
    // Elsewhere in a line, the editor would insert a tab character.
    if (!usesTab) event.stopPropagation();
  }
  if (event.key !== "Shift") hasEscaped.current = event.key === "Escape";
}

function isInCell(caret: Selection): boolean {
  return Boolean(elementAt(caret)?.closest("td, th"));
}

function isAtItemStart(caret: Selection): boolean {
  const item = elementAt(caret)?.closest("li");
  if (!item || !caret.anchorNode) return false;
  const before = document.createRange();
  before.setStart(item, 0);
  before.setEnd(caret.anchorNode, caret.anchorOffset);
  return before.toString() === "";
}

function elementAt({ anchorNode }: Selection): Element | null {
  return anchorNode instanceof Element ? anchorNode : (anchorNode?.parentElement ?? null);
}
