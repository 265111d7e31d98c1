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
  addExportVisitor$,
  addImportVisitor$,
  codeBlockPlugin,
  editorInTable$,
  headingsPlugin,
  imagePlugin,
  linkDialogPlugin,
  linkPlugin,
  listsPlugin,
  markdownShortcutPlugin,
  quotePlugin,
  realmPlugin,
  tablePlugin,
  thematicBreakPlugin,
  toolbarPlugin,
  useCellValue,
  type LexicalExportVisitor,
  type LexicalVisitor,
  type MDXEditorMethods,
  type MdastImportVisitor,
} from "@mdxeditor/editor";
import "@mdxeditor/editor/style.css";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/feedback/notify";
import { htmlToMarkdown, lineToMarkdown, type Pasted } from "@/lib/markdown/html-to-markdown";
import { CodeEditor } from "./code-editor";
import { looksTheSame, maxVisualLength } from "./round-trip-check";
import { ImageDialog } from "./image-dialog";
import { labelEditorParts } from "./editor-a11y-labels";
import "./visual-editor.css";

/** What `VisualEditor` takes. */
export type VisualEditorProps = {
  /** Markdown to begin with; what comes later is the editor's own. */
  content: string;
  onChange: (content: string) => void;
  /** The text holds something that it would change, or cannot read. */
  onUnfit: () => void;
  /** Something was pasted that is too long for it. */
  onTooLong: () => void;
};

// What the specification of Markdown leaves free is written as the rest of the house writes it.
const writingStyle = { bullet: "-", listItemIndent: "one", emphasis: "*", rule: "-" } as const;

const lineBreakVisitor: LexicalExportVisitor<never, never> = {
  testLexicalNode: (node): node is never => node.getType() === "linebreak",
  visitLexicalNode: ({ mdastParent, actions }) => {
    actions.appendToParent(mdastParent, { type: "break" });
  },
  priority: 10,
};

/** A break that was made with Shift and Enter is one for readers too, not a mere new line of source. */
const hardBreaksPlugin = realmPlugin({
  init: (realm) => realm.pub(addExportVisitor$, lineBreakVisitor),
});

type LexicalNode = Parameters<NonNullable<LexicalVisitor["testLexicalNode"]>>[0];
type ListNode = LexicalNode & {
  getListType: () => string;
  getStart: () => number;
  setStart: (start: number) => unknown;
};

function isList(node: LexicalNode): node is ListNode {
  return node.getType() === "list";
}

function isNumbered(node: LexicalNode): node is ListNode {
  return isList(node) && node.getListType() === "number";
}

const listStartReader: MdastImportVisitor<never> = {
  testNode: "listItem",
  visitNode: ({ mdastParent, lexicalParent, actions }) => {
    const start = mdastParent && "start" in mdastParent ? mdastParent.start : null;
    if (typeof start === "number" && isNumbered(lexicalParent)) lexicalParent.setStart(start);
    actions.nextVisitor();
  },
  priority: 10,
};

const listStartWriter: LexicalExportVisitor<ListNode, never> = {
  testLexicalNode: isNumbered,
  visitLexicalNode: ({ lexicalNode, actions }) => {
    const start = lexicalNode.getStart();
    actions.addAndStepInto("list", { ordered: true, start, spread: false });
  },
  priority: 10,
};

/** A list counts on from the number that its first item has. */
const listStartsPlugin = realmPlugin({
  init: (realm) => {
    realm.pub(addImportVisitor$, listStartReader);
    realm.pub(addExportVisitor$, listStartWriter);
  },
});

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
  toolbarPlugin({ toolbarContents: () => <Tools />, toolbarClassName: "post-editor-tools" }),
];

/**
 * Markdown as it looks, with a toolbar. A text that it would write down differently for readers is
 * given back by `onUnfit` instead of being damaged by the first key.
 */
export function VisualEditor({ content, onChange, onUnfit, onTooLong }: VisualEditorProps) {
  const editor = useRef<MDXEditorMethods>(null);
  const frame = useRef<HTMLDivElement>(null);
  const hasEscaped = useRef(false);
  useEffect(labelEditorParts, []);
  useLeavingCells();
  useEffect(() => {
    // As soon as it stands it can say how it would write the text down.
    const written = editor.current?.getMarkdown() ?? content;
    if (!looksTheSame(content, written)) onUnfit();
    // Only the text it began with is compared.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  /** Inserts what comes from outside, unless the editor itself does the right thing. */
  const takeIn = (event: Event, data: DataTransfer | null) => {
    if (!event.target || !data) return;
    const place = placeOf(event.target);
    if (place === "field") return;
    const isTooLong = data.getData("text/plain").length > maxVisualLength;
    const pasted = isTooLong ? null : readPaste(data, place === "cell");
    if (!isTooLong && !pasted) return;
    event.preventDefault();
    event.stopPropagation();
    if (isTooLong) onTooLong();
    const insert = () => pasted?.markdown && editor.current?.insertMarkdown(pasted.markdown);
    // What is dropped moves the caret, and the editor hears of that a little later.
    if (event.type === "paste") insert();
    else setTimeout(insert);
    if (pasted && pasted.picturesLeftOut > 0) tellOfPictures();
  };
  useTransfers(frame, takeIn);
  return (
    // Only listens to what comes through from the editor inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} onKeyDownCapture={(event) => letTabLeave(event, hasEscaped)}>
      <MDXEditor
        ref={editor}
        markdown={content}
        onChange={(written, isNormalization) => {
          if (!isNormalization) onChange(written);
        }}
        onError={onUnfit}
        plugins={plugins}
        toMarkdownOptions={writingStyle}
        translation={translate}
        suppressHtmlProcessing
        className="post-editor"
        contentEditableClassName="prose post-editor-text"
      />
    </div>
  );
}

function Tools() {
  // A cell holds no blocks: what is put into one would be lost when the text is written down.
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

const ownWords: Readonly<Record<string, string>> = {
  "contentArea.editableMarkdown": "Content",
  "toolbar.toggleGroup": "Lists",
  "toolbar.table": "Insert table",
  "toolbar.codeBlock": "Insert code block",
  "toolbar.thematicBreak": "Insert rule",
  "createLink.url": "Address",
  "createLink.urlPlaceholder": "https://",
  "createLink.text": "Words",
  "createLink.saveTooltip": "Save",
  "createLink.cancelTooltip": "Cancel",
};

function translate(
  key: string,
  words: string,
  parts: Readonly<Record<string, unknown>> = {},
): string {
  return Object.entries(parts).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)),
    ownWords[key] ?? words,
  );
}

type TakeIn = (event: Event, data: DataTransfer | null) => void;

/** Hears of pastes and drops before the editor does. */
function useTransfers(frame: RefObject<HTMLElement | null>, takeIn: TakeIn): void {
  const latest = useRef(takeIn);
  useEffect(() => {
    latest.current = takeIn;
  });
  useEffect(() => {
    const element = frame.current;
    const paste = (event: ClipboardEvent) => latest.current(event, event.clipboardData);
    const drop = (event: InputEvent) => {
      if (event.inputType === "insertFromDrop") latest.current(event, event.dataTransfer);
    };
    element?.addEventListener("paste", paste, { capture: true });
    element?.addEventListener("beforeinput", drop, { capture: true });
    return () => {
      element?.removeEventListener("paste", paste, { capture: true });
      element?.removeEventListener("beforeinput", drop, { capture: true });
    };
  }, [frame]);
}

/** Where a paste arrives: in the text, in a cell of a table, or in another field inside the editor. */
function placeOf(target: EventTarget): "text" | "cell" | "field" {
  const field = target instanceof Element && target.closest("input,textarea,[contenteditable]");
  if (!field || field.getAttribute("contenteditable") !== "true") return "field";
  return field.closest("td,th") ? "cell" : "text";
}

/** What was pasted, as Markdown; null where the editor itself does the right thing. */
function readPaste(data: DataTransfer, isNarrow: boolean): Pasted | null {
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  if (html && (isNarrow || !data.types.includes("application/x-lexical-editor"))) {
    return htmlToMarkdown(html, { isNarrow });
  }
  // A cell has room for one line: the editor would lose the others.
  if (isNarrow && text.includes("\n")) {
    return { markdown: lineToMarkdown(text), picturesLeftOut: 0 };
  }
  const picturesLeftOut = text === "" && !html ? data.files.length : 0;
  return picturesLeftOut > 0 ? { markdown: "", picturesLeftOut } : null;
}

function tellOfPictures(): void {
  notify({
    title: "Pictures were left out",
    description: "A post shows pictures by their address. Put them at one, and insert that.",
  });
}

/** A cell is written into the text when it is left: with the page, it has to be left too. */
function useLeavingCells(): void {
  useEffect(() => {
    const leave = () => {
      const field = document.activeElement;
      if (field instanceof HTMLElement && placeOf(field) === "cell") flushSync(() => field.blur());
    };
    addEventListener("pagehide", leave, { capture: true });
    return () => removeEventListener("pagehide", leave, { capture: true });
  }, []);
}

/**
 * Tab leads on, except where it has work to do: at the beginning of a list's line, where it indents,
 * and in tables. There it leads on after Escape.
 */
function letTabLeave(event: KeyboardEvent, hasEscaped: { current: boolean }): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "u") {
    // Markdown has no underline.
    event.preventDefault();
    event.stopPropagation();
  }
  if (event.key === "Tab") {
    const selection = window.getSelection();
    const place = selection?.anchorNode?.parentElement;
    // Further on in a line the editor would put a tab into the text.
    const isAtWork =
      (place?.closest("table") || (place?.closest("li") && selection?.anchorOffset === 0)) &&
      !hasEscaped.current;
    if (!isAtWork) event.stopPropagation();
  }
  if (event.key !== "Shift") hasEscaped.current = event.key === "Escape";
}
