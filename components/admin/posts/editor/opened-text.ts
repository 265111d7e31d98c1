import {
  $createCodeBlockNode,
  $isCodeBlockNode,
  activeEditor$,
  addExportVisitor$,
  codeBlockEditorDescriptors$,
  exportLexicalTreeToMdast,
  exportVisitors$,
  importMdastTreeToLexical,
  importVisitors$,
  realmPlugin,
  rootEditor$,
  type CodeBlockNode,
  type LexicalExportVisitor,
  type Realm,
} from "@mdxeditor/editor";
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  type LexicalNode,
  type RootNode,
} from "lexical";
import type { List, Root } from "mdast";
import {
  hasReferences,
  isVisual,
  readBlocks,
  toVisual,
  writeBlock,
  writeBlocks,
  type Block,
  type Original,
} from "./blocks";
import { sourceMeta } from "./code-editor";
import { looksTheSame } from "./round-trip-check";

const visitorOptions = {
  jsxComponentDescriptors: [],
  directiveDescriptors: [],
  defaultCodeBlockLanguage: "",
  jsxIsAvailable: false,
};

const sourceWriter: LexicalExportVisitor<CodeBlockNode, never> = {
  testLexicalNode: (node): node is CodeBlockNode =>
    $isCodeBlockNode(node) && node.getMeta() === sourceMeta,
  visitLexicalNode: ({ lexicalNode, mdastParent, actions }) => {
    actions.appendToParent(mdastParent, { type: "html", value: lexicalNode.getCode() });
  },
  priority: 10,
};

/**
 * A text that a visual editor shows as blocks. Blocks that the editor doesn't know, or would write so that
 * they look different to readers, are shown as their source. Blocks that nobody changed are written as
 * they were.
 *
 * @param onFailure called if the editor can no longer be read; `written` stays as it was
 */
export class OpenedText {
  /** The text as of the last change. */
  written: string;
  /** The editor's `toMarkdownOptions`. */
  readonly options = { handlers: { root: (tree: Root) => this.#write(tree) } };
  readonly plugin: ReturnType<ReturnType<typeof realmPlugin>>;
  readonly #source: string;
  readonly #onFailure: () => void;
  #originals: Original[] = [];
  #realm: Realm | null = null;

  constructor(source: string, onFailure: () => void) {
    this.#source = source;
    this.written = source;
    this.#onFailure = onFailure;
    this.plugin = realmPlugin({
      init: (realm) => {
        this.#realm = realm;
        realm.pub(addExportVisitor$, [sourceWriter, this.#rootWriter]);
      },
      postInit: (realm) => this.#open(realm),
    })();
  }

  /** Puts Markdown where the caret is. */
  insert(markdown: string): void {
    const realm = this.#realm;
    const editor = realm?.getValue(activeEditor$);
    editor?.update(() => {
      const selection = $getSelection();
      if (!realm || !selection) return;
      const type = selection.getNodes()[0]?.getType() ?? "root";
      const nodes = readAll(realm, markdown, type).flatMap((read) => read.nodes);
      // So that typing can go on after a list or a table.
      if (nodes.at(-1)?.getType() !== "paragraph") nodes.push($createParagraphNode());
      $insertNodes(nodes);
    });
    editor?.focus();
  }

  /** Remembers what the editor shows. The result shows it again. */
  remember(): () => void {
    const editor = this.#realm?.getValue(rootEditor$);
    const state = editor?.getEditorState();
    return () => {
      if (state) editor?.setEditorState(state);
    };
  }

  readonly #rootWriter: LexicalExportVisitor<RootNode, never> = {
    testLexicalNode: (node): node is RootNode => node.getType() === "root",
    visitLexicalNode: ({ actions }) => {
      try {
        actions.addAndStepInto("root");
      } catch {
        this.#onFailure();
      }
    },
    priority: 10,
  };

  #open(realm: Realm): void {
    realm.getValue(rootEditor$)?.update(
      () => {
        const read = readAll(realm, this.#source);
        const root = $getRoot().clear();
        root.append(...read.flatMap(({ nodes }) => nodes));
        const tree = exportTree(realm, root);
        this.#originals = read.map(({ block, definitions, nodes: [node] }, index) => {
          const { start, end } = block;
          const spelled = this.#source.slice(start, end);
          const written = tree.children[index];
          const text = written ? writeBlock(written) : "";
          const looks = looksTheSame(spelled + definitions, text + definitions);
          const type = written?.type ?? "html";
          if (looks) return { text, type, start, end };
          node?.replace(createSource(spelled));
          return { text: spelled.trimEnd(), type: "html", start, end };
        });
        if (root.getLastChild()?.getType() !== "paragraph") root.append($createParagraphNode());
      },
      { discrete: true, tag: "history-merge" },
    );
  }

  #write(tree: Root): string {
    try {
      this.written = writeBlocks(tree, this.#source, this.#originals);
    } catch {
      this.#onFailure();
    }
    return this.written;
  }
}

function createSource(text: string): CodeBlockNode {
  return $createCodeBlockNode({ code: text, language: "", meta: sourceMeta });
}

function exportTree(realm: Realm, root: RootNode): Root {
  const tree = exportLexicalTreeToMdast({
    root,
    visitors: realm.getValue(exportVisitors$),
    ...visitorOptions,
  });
  if (tree.type !== "root") throw new Error("expected a root");
  return tree;
}

type Read = { block: Block; nodes: LexicalNode[]; definitions: string };

/** One node for each block; `parentType` is the type of the node they go into. */
function readAll(realm: Realm, source: string, parentType = "root"): Read[] {
  const blocks = readBlocks(source);
  const defined = blocks.flatMap(({ node }) => (node.type === "definition" ? [node] : []));
  const definitions = defined
    .map(({ position }) => `\n\n${source.slice(position?.start.offset, position?.end.offset)}`)
    .join("");
  return joinUnknown(blocks).map((block) => ({
    block,
    nodes: readBlock(realm, block, source, parentType, defined),
    definitions: hasReferences(block.node) ? definitions : "",
  }));
}

/** Blocks that the editor doesn't know, or would join, become one that is shown as source. */
function joinUnknown(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last && isTogether(last, block)) {
      joined[joined.length - 1] = { ...last, node: { type: "html", value: "" }, end: block.end };
    } else joined.push(block);
  }
  return joined;
}

function isTogether({ node: left }: Block, { node: right }: Block): boolean {
  if (left.type === "list" && right.type === "list") return kindOf(left) === kindOf(right);
  const unknown = ["html", "definition", "footnoteDefinition"];
  return unknown.includes(left.type) && unknown.includes(right.type);
}

function kindOf({ ordered, children }: List): string {
  if (children.some(({ checked }) => typeof checked === "boolean")) return "check";
  return ordered ? "number" : "bullet";
}

function readBlock(
  realm: Realm,
  { node, start, end }: Block,
  source: string,
  parentType: string,
  defined: Parameters<typeof toVisual>[2],
): LexicalNode[] {
  const nodes: LexicalNode[] = [];
  if (isVisual(node)) {
    try {
      importMdastTreeToLexical({
        root: { append: (each) => nodes.push(each), getType: () => parentType },
        mdastRoot: { type: "root", children: [toVisual(node, source, defined)] },
        visitors: realm.getValue(importVisitors$),
        codeBlockEditorDescriptors: realm.getValue(codeBlockEditorDescriptors$),
        ...visitorOptions,
      });
      if (nodes.length === 1) return nodes;
    } catch {
      // The editor doesn't know some part of it.
    }
  }
  return [createSource(source.slice(start, end))];
}
