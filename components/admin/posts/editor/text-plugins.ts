import { $isAutoLinkNode, type AutoLinkNode } from "@lexical/link";
import { $isListNode, type ListNode } from "@lexical/list";
import {
  addExportVisitor$,
  addImportVisitor$,
  codeBlockPlugin,
  headingsPlugin,
  linkPlugin,
  listsPlugin,
  quotePlugin,
  realmPlugin,
  tablePlugin,
  thematicBreakPlugin,
  type LexicalExportVisitor,
  type MdastImportVisitor,
} from "@mdxeditor/editor";
import { $getState, $isLineBreakNode, $setState, createState, type LineBreakNode } from "lexical";
import type { List, ListItem } from "mdast";
import { CodeEditor } from "./code-editor";

const lineBreakWriter: LexicalExportVisitor<LineBreakNode, never> = {
  testLexicalNode: $isLineBreakNode,
  visitLexicalNode: ({ mdastParent, actions }) => {
    actions.appendToParent(mdastParent, { type: "break" });
  },
  priority: 10,
};

/** Whether blank lines separate the items of a list. */
const isLoose = createState("isLoose", { parse: Boolean });

const listReader: MdastImportVisitor<ListItem> = {
  testNode: "listItem",
  visitNode: ({ mdastParent, lexicalParent, actions }) => {
    if (isListOf(mdastParent) && $isListNode(lexicalParent)) {
      if (typeof mdastParent.start === "number") lexicalParent.setStart(mdastParent.start);
      $setState(lexicalParent, isLoose, mdastParent.spread === true);
    }
    actions.nextVisitor();
  },
  priority: 10,
};

function isListOf(parent: { type: string } | null): parent is List {
  return parent?.type === "list";
}

const listWriter: LexicalExportVisitor<ListNode, never> = {
  testLexicalNode: $isListNode,
  visitLexicalNode: ({ lexicalNode, actions }) => {
    const ordered = lexicalNode.getListType() === "number";
    actions.addAndStepInto("list", {
      ordered,
      start: ordered ? lexicalNode.getStart() : null,
      spread: $getState(lexicalNode, isLoose),
    });
  },
  priority: 10,
};

const addressWriter: LexicalExportVisitor<AutoLinkNode, never> = {
  testLexicalNode: (node): node is AutoLinkNode => {
    const text = node.getTextContent();
    return (
      $isAutoLinkNode(node) && [text, `https://${text}`, `mailto:${text}`].includes(node.getURL())
    );
  },
  visitLexicalNode: ({ lexicalNode, mdastParent, actions }) => {
    actions.visitChildren(lexicalNode, mdastParent);
  },
  priority: 10,
};

/**
 * Writes what the editor would change: line breaks, the number that a list starts with, the blank lines
 * between its items, and addresses without brackets.
 */
const faithfulPlugin = realmPlugin({
  init: (realm) => {
    realm.pub(addImportVisitor$, listReader);
    realm.pub(addExportVisitor$, [lineBreakWriter, listWriter, addressWriter]);
  },
});

/** What a text can consist of, apart from images. */
export const textPlugins = [
  headingsPlugin({ allowedHeadingLevels: [2, 3, 4] }),
  listsPlugin(),
  quotePlugin(),
  tablePlugin(),
  linkPlugin({ disableAutoLink: true }),
  thematicBreakPlugin(),
  codeBlockPlugin({
    defaultCodeBlockLanguage: "",
    codeBlockEditorDescriptors: [{ priority: 0, match: () => true, Editor: CodeEditor }],
  }),
  faithfulPlugin(),
];
