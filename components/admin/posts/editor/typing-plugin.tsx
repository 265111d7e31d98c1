import {
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  CHECK_LIST,
  CODE,
  HEADING,
  INLINE_CODE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  LINK,
  ORDERED_LIST,
  QUOTE,
  UNORDERED_LIST,
  type ElementTransformer,
  type MultilineElementTransformer,
  type TextFormatTransformer,
} from "@lexical/markdown";
import { AutoLinkPlugin, createLinkMatcherWithRegExp } from "@lexical/react/LexicalAutoLinkPlugin";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $createHorizontalRuleNode,
  HorizontalRuleNode,
} from "@lexical/react/LexicalHorizontalRuleNode";
import { MarkdownShortcutPlugin } from "@lexical/react/LexicalMarkdownShortcutPlugin";
import {
  $createCodeBlockNode,
  CodeBlockNode,
  addComposerChild$,
  addTableCellEditorChild$,
  realmPlugin,
} from "@mdxeditor/editor";
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  FORMAT_TEXT_COMMAND,
  SELECTION_CHANGE_COMMAND,
  type LexicalEditor,
} from "lexical";
import { useEffect } from "react";

// In the middle of a word or number, such as 2*3*4, they are meant as they are.
const inline = [
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  INLINE_CODE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
].map((shortcut): TextFormatTransformer => ({ ...shortcut, intraword: false }));

const heading: ElementTransformer = { ...HEADING, regExp: /^(#{2,4})\s/ };

const divider: ElementTransformer = {
  dependencies: [HorizontalRuleNode],
  export: () => null,
  regExp: /^(?:---|\*\*\*|___)\s$/,
  replace: (parent) => {
    const line = $createHorizontalRuleNode();
    if (parent.getNextSibling()) parent.replace(line);
    else parent.insertBefore(line);
    line.selectNext();
  },
  type: "element",
};

const code: MultilineElementTransformer = {
  ...CODE,
  dependencies: [CodeBlockNode],
  replace: (parent, _children, match) => {
    const block = $createCodeBlockNode({ code: "", language: match[1] ?? "", meta: "" });
    parent.replace(block);
    // Its field isn't there yet.
    setTimeout(() => block.select());
  },
};

const inCells = [...inline, LINK];

/** What typing turns into formats and blocks. */
export const shortcuts = [
  ...inCells,
  heading,
  divider,
  QUOTE,
  ORDERED_LIST,
  UNORDERED_LIST,
  CHECK_LIST,
  code,
];

/** Roughly what readers get as a link; it's written as it was typed. */
const addresses = [
  createLinkMatcherWithRegExp(
    /(?:https?:\/\/|www\.)[^\s<>“”’»…—。]*[^\s<>“”’»…—。.,;:!?"')\]*_~]/i,
    (text) => (/^http/i.test(text) ? text : `https://${text}`),
  ),
  createLinkMatcherWithRegExp(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, (text) => `mailto:${text}`),
];

/**
 * Keeps the formats that are chosen for what is typed next. Lexical takes those of the text before the
 * caret whenever the browser reports the caret, even where it already was, and the browser may do so at
 * any time.
 *
 * @returns stops it
 */
export function keepWaitingFormat(editor: LexicalEditor): () => void {
  let waiting: { key: string; offset: number; format: number } | null = null;
  const stops = [
    editor.registerCommand(
      FORMAT_TEXT_COMMAND,
      (format) => {
        const selection = $getSelection();
        if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
        selection.formatText(format);
        const { key, offset } = selection.anchor;
        waiting = { key, offset, format: selection.format };
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      SELECTION_CHANGE_COMMAND,
      () => {
        const selection = $getSelection();
        if (!waiting || !$isRangeSelection(selection)) return false;
        const { key, offset } = selection.anchor;
        const isThere = selection.isCollapsed() && key === waiting.key && offset === waiting.offset;
        if (isThere) selection.setFormat(waiting.format);
        else waiting = null;
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function WaitingFormat() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => keepWaitingFormat(editor), [editor]);
  return null;
}

const Addresses = () => <AutoLinkPlugin matchers={addresses} />;
const Shortcuts = () => <MarkdownShortcutPlugin transformers={shortcuts} />;
const CellShortcuts = () => <MarkdownShortcutPlugin transformers={inCells} />;

/** What happens while someone types: Markdown's signs become formats, and addresses links. */
export const typingPlugin = realmPlugin({
  init: (realm) => {
    realm.pub(addComposerChild$, [WaitingFormat, Addresses, Shortcuts]);
    realm.pub(addTableCellEditorChild$, [WaitingFormat, Addresses, CellShortcuts]);
  },
});
