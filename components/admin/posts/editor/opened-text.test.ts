import * as editorLibrary from "@mdxeditor/editor";
import {
  $isCodeBlockNode,
  $isTableNode,
  Realm,
  imagePlugin,
  rootEditor$,
  type TableNode,
} from "@mdxeditor/editor";
import fc from "fast-check";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isTextNode,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import type { PhrasingContent } from "mdast";
import { expect, test, vi } from "vitest";
import { markdownToMarkup } from "@/lib/markdown/markup";
import { editorPosts } from "@/tests/support/editor-posts";
import { readBlocks } from "./blocks";
import { sourceMeta } from "./code-editor";
import { OpenedText } from "./opened-text";
import { looksTheSame } from "./round-trip-check";
import { textPlugins } from "./text-plugins";

// The editor's library can show code with it, and the product doesn't use that.
vi.mock("codemirror", () => ({ basicSetup: [] }));

/** The editor without its screen. */
function open(
  source: string,
  onFailure: () => void = () => {
    throw new Error("the editor failed");
  },
): { opened: OpenedText; editor: LexicalEditor } {
  const opened = new OpenedText(source, onFailure);
  // Its types don't name it.
  const corePlugin: (props: Readonly<Record<string, unknown>>) => typeof opened.plugin =
    Reflect.get(editorLibrary, "corePlugin");
  const core = corePlugin({
    initialMarkdown: "",
    suppressHtmlProcessing: true,
    toMarkdownOptions: opened.options,
    onChange: () => {},
    onError: () => {},
    onBlur: () => {},
    translation: () => "",
  });
  const realm = new Realm();
  const plugins = [core, ...textPlugins, imagePlugin(), opened.plugin];
  for (const plugin of plugins) plugin.init?.(realm);
  for (const plugin of plugins) plugin.postInit?.(realm);
  const editor = realm.getValue(rootEditor$);
  if (!editor) throw new Error("no editor");
  return { opened, editor };
}

function change(editor: LexicalEditor, work: (children: LexicalNode[]) => void): void {
  editor.update(() => work($getRoot().getChildren()), { discrete: true });
}

const isSource = (node: LexicalNode | undefined) =>
  $isCodeBlockNode(node) && node.getMeta() === sourceMeta;

/** Which blocks are shown as source. */
function sourcesIn(editor: LexicalEditor): string[] {
  return editor.read(() =>
    $getRoot()
      .getChildren()
      .flatMap((node) => ($isCodeBlockNode(node) && isSource(node) ? [node.getCode()] : [])),
  );
}

const posts = Object.entries(editorPosts);

test.each(posts)("%s: opening it changes nothing, nor does what is undone", (_, source) => {
  const { opened, editor } = open(source);
  expect(opened.written).toBe(source);
  change(editor, ([first]) => {
    first?.insertBefore($createParagraphNode().append($createTextNode("added")));
  });
  const [, blank = "", rest = ""] = /^((?:[ \t]*\n)*)([^]*)$/.exec(source) ?? [];
  expect(opened.written).toBe(`${blank}added\n\n${rest}`);
  change(editor, ([first]) => first?.remove());
  expect(opened.written).toBe(source);
});

// All of these are in posts of https://github.com/bitcoinops/bitcoinops.github.io and
// https://github.com/rust-lang/this-week-in-rust. Only the part that has them is shown as source, not the
// whole post.
test.each([
  ["notes", "footnotes", ["The figure", "[^1]: Revised"]],
  ["definitions", "reference links", ["[1]: https"]],
  ["comments", "comments", ["<!-- excerpt start -->", "<!-- excerpt end -->", "The body"]],
  ["HTML", "HTML table", ["<table>", "After <b>bold"]],
  ["line breaks in cells", "line breaks in cells", ["| a | b |"]],
  ["lists that would be joined", "lists next to each other", ["- a", "1. e"]],
  ["nothing", "briefing", []],
] as const)("shows %s as source", (_, name, starts) => {
  const sources = sourcesIn(open(editorPosts[name] ?? "").editor);
  const begins = sources.map((text, index) => text.slice(0, starts[index]?.length));
  expect(begins).toEqual(starts);
});

test("shows code as code, with and without a language", () => {
  expect(sourcesIn(open("```\ncode\n```\n\n```sql\nSELECT 1\n```\n\n    more").editor)).toEqual([]);
});

test.each([
  ["- a\n\n- b", "- ab\n\n- b"],
  ["5. five\n6. six", "5. fiveb\n6. six"],
  ["[a][1]\n\n[1]: https://e.example/", "[ab](https://e.example/)\n\n[1]: https://e.example/"],
  ["see www.e.example/a_b*c?x=1&y=2", "see www.e.example/a_b*c?x=1&y=2b"],
  ["from first_name@e.example", "from first_name@e.exampleb"],
  ["# One\nTwo", "# Oneb\nTwo"],
  ["* a\n\nText\n\n- b", "- ab\n\nText\n\n- b"],
])("%j with a letter after its first text becomes %j", (source, written) => {
  const { opened, editor } = open(source);
  change(editor, () => {
    const first = $getRoot().getFirstDescendant();
    if ($isTextNode(first)) first.setTextContent(`${first.getTextContent()}b`);
  });
  expect(opened.written).toBe(written);
});

test("what can no longer be written leaves the text as it was", () => {
  const onFailure = vi.fn<() => void>();
  const source = "| a |\n|-|\n| b |\n";
  const { opened, editor } = open(source, onFailure);
  change(editor, ([table]) => {
    const unknown: PhrasingContent[] = JSON.parse('[{"type":"unknown"}]');
    if ($isTableNode(table)) writeCell(table, 0, 0, unknown);
  });
  expect(onFailure).toHaveBeenCalled();
  expect(opened.written).toBe(source);
});

test("an edit changes only its block, and nothing else in it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...posts), fc.nat(), fc.nat(), ([, source], which, where) => {
      const { opened, editor } = open(source);
      const before = editor.getEditorState();
      change(editor, (children) => {
        const places = children.flatMap(placesIn);
        places[which % places.length]?.(where);
      });
      const { written } = opened;
      const [start, end] = changed(source, written);
      const isInOne = readBlocks(source).some((block) => block.start <= start && end <= block.end);
      // What is no longer an address has signs that are escaped.
      const endsAddress = /Zz[a-z]*\\?:\/\/|:Zz\/\/|:\/Zz\/|\bw*Zzw*\./i.test(written);
      const isSame =
        endsAddress ||
        looksTheSame(written.replace(writtenMark, ""), source) ||
        // Without the letters before it, `1.` would begin a list, although readers see none.
        markupWithoutMark(written) === markupWithoutMark(source);
      expect({ written, isInOne: start >= end || isInOne, isSame }).toEqual({
        written,
        isInOne: true,
        isSame: true,
      });
      editor.setEditorState(before);
      expect(opened.written).toBe(source);
    }),
    { numRuns: 60 },
  );
});

const mark = "Zz";
/** Next to a bold text that ends with a sign, a letter is written as a number. */
const writtenMark = /(?:Z|&#x5A;)(?:z|&#x7A;)/;

const markupWithoutMark = (source: string) =>
  markdownToMarkup(source, "https://site.invalid/").replaceAll(/zz/gi, "");

/** Every place in a node where something can be typed, as a function that types there. */
function placesIn(node: LexicalNode): ((where: number) => void)[] {
  const typed = (text: string, where: number) => {
    const at = where % (text.length + 1);
    return text.slice(0, at) + mark + text.slice(at);
  };
  if ($isTextNode(node)) return [(at) => node.setTextContent(typed(node.getTextContent(), at))];
  if ($isCodeBlockNode(node)) return [(at) => node.setCode(typed(node.getCode(), at))];
  if ($isTableNode(node)) {
    return node.getMdastNode().children.flatMap(({ children }, row) =>
      children.map(({ children: content }, column) => (at: number) => {
        const next = content.map((part, index) =>
          part.type === "text" && index === 0 ? { ...part, value: typed(part.value, at) } : part,
        );
        writeCell(node, column, row, next);
      }),
    );
  }
  return $isElementNode(node) ? node.getChildren().flatMap(placesIn) : [];
}

/** As the editor of a cell does. */
function writeCell(
  table: TableNode,
  column: number,
  row: number,
  content: readonly PhrasingContent[],
): void {
  const write: (column: number, row: number, content: readonly PhrasingContent[]) => void =
    Reflect.get(table, "updateCellContents");
  write.call(table, column, row, content);
}

/** Where a text was changed: what is before and after is the same. */
function changed(source: string, written: string): [start: number, end: number] {
  let start = 0;
  while (start < source.length && source[start] === written[start]) start += 1;
  let end = 0;
  const shortest = Math.min(source.length, written.length) - start;
  while (end < shortest && source.at(-1 - end) === written.at(-1 - end)) end += 1;
  return [start, source.length - end];
}
