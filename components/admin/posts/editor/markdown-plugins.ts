import {
  addExportVisitor$,
  addImportVisitor$,
  realmPlugin,
  type LexicalExportVisitor,
  type LexicalVisitor,
  type MdastImportVisitor,
} from "@mdxeditor/editor";

const lineBreakVisitor: LexicalExportVisitor<never, never> = {
  testLexicalNode: (node): node is never => node.getType() === "linebreak",
  visitLexicalNode: ({ mdastParent, actions }) => {
    actions.appendToParent(mdastParent, { type: "break" });
  },
  priority: 10,
};

/** Writes Shift+Enter as a hard line break, which readers see, instead of a plain newline. */
export const hardBreaksPlugin = realmPlugin({
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

/** Keeps the number that an ordered list starts with. */
export const listStartsPlugin = realmPlugin({
  init: (realm) => {
    realm.pub(addImportVisitor$, listStartReader);
    realm.pub(addExportVisitor$, listStartWriter);
  },
});
