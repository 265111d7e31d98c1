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
  codeBlockPlugin,
  editorInTable$,
  headingsPlugin,
  imagePlugin,
  linkDialogPlugin,
  linkPlugin,
  listsPlugin,
  markdownShortcutPlugin,
  quotePlugin,
  tablePlugin,
  thematicBreakPlugin,
  toolbarPlugin,
  useCellValue,
  type MDXEditorMethods,
} from "@mdxeditor/editor";
import "@mdxeditor/editor/style.css";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { contentFieldMessages } from "@/lib/messages/posts";
import { filesToUpload } from "../../images/files-to-upload";
import { CodeEditor } from "./code-editor";
import { labelEditorParts } from "./editor-a11y-labels";
import { ImageDialog, WaitingFilesContext } from "./image-dialog";
import { hardBreaksPlugin, listStartsPlugin } from "./markdown-plugins";
import { looksTheSame, maxVisualLength } from "./round-trip-check";
import {
  notifyImagesLeftOut,
  notifyNoImagesInCells,
  noticeCaret,
  readTransfer,
  targetOf,
  useCellBlurOnLeave,
  useTransfers,
} from "./transfers";
import "./visual-editor.css";

export type VisualEditorProps = {
  /** Initial Markdown; later values are ignored. */
  content: string;
  onChange: (content: string) => void;
  /** Called if the editor would change the text or can't read it. */
  onUnsupported: () => void;
  /** Called if a paste is too long for the editor. */
  onTooLong: () => void;
};

// Markdown allows several spellings; these match Prettier and the seed posts.
const markdownStyle = { bullet: "-", listItemIndent: "one", emphasis: "*", rule: "-" } as const;

const plugins = [
  headingsPlugin({ allowedHeadingLevels: [2, 3, 4] }),
  listsPlugin(),
  quotePlugin(),
  tablePlugin(),
  linkPlugin(),
  linkDialogPlugin({ showLinkTitleField: false }),
  imagePlugin({ disableImageResize: true, ImageDialog }),
  thematicBreakPlugin(),
  codeBlockPlugin({
    defaultCodeBlockLanguage: "",
    codeBlockEditorDescriptors: [{ priority: 0, match: () => true, Editor: CodeEditor }],
  }),
  hardBreaksPlugin(),
  listStartsPlugin(),
  markdownShortcutPlugin(),
  toolbarPlugin({ toolbarContents: () => <Toolbar />, toolbarClassName: "post-editor-tools" }),
];

/**
 * A visual Markdown editor with a toolbar. It calls `onUnsupported` instead of editing a text that it
 * can't write back without changing what readers see.
 */
export function VisualEditor({ content, onChange, onUnsupported, onTooLong }: VisualEditorProps) {
  const editor = useRef<MDXEditorMethods>(null);
  const frame = useRef<HTMLDivElement>(null);
  const hasEscaped = useRef(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(labelEditorParts, []);
  useCellBlurOnLeave();
  useEffect(() => {
    const written = editor.current?.getMarkdown() ?? content;
    if (!looksTheSame(content, written)) onUnsupported();
    // Only the initial text is compared.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
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
    if (!isTooLong && !pasted) return;
    event.preventDefault();
    event.stopPropagation();
    if (isTooLong) onTooLong();
    const insert = () => {
      noticeCaret();
      if (pasted?.markdown) editor.current?.insertMarkdown(pasted.markdown);
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
      <WaitingFilesContext value={waiting}>
        <MDXEditor
          ref={editor}
          markdown={content}
          onChange={(written, isNormalization) => {
            if (!isNormalization) onChange(written);
          }}
          onError={onUnsupported}
          plugins={plugins}
          toMarkdownOptions={markdownStyle}
          translation={translate}
          suppressHtmlProcessing
          className="post-editor"
          contentEditableClassName="prose post-editor-text"
        />
      </WaitingFilesContext>
    </div>
  );
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
