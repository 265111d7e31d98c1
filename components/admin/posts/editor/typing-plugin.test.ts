import { registerMarkdownShortcuts } from "@lexical/markdown";
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  FORMAT_TEXT_COMMAND,
  SELECTION_CHANGE_COMMAND,
  createEditor,
  type LexicalEditor,
} from "lexical";
import { expect, test, vi } from "vitest";
import { keepWaitingFormat, shortcuts } from "./typing-plugin";

vi.mock("codemirror", () => ({ basicSetup: [] }));

function emptyEditor(): LexicalEditor {
  const nodes = shortcuts.flatMap((shortcut) =>
    "dependencies" in shortcut ? shortcut.dependencies : [],
  );
  const editor = createEditor({
    nodes,
    onError: (error) => {
      throw error;
    },
  });
  update(editor, () => $getRoot().append($createParagraphNode()).selectEnd());
  return editor;
}

function update(editor: LexicalEditor, work: () => void): void {
  editor.update(work, { discrete: true });
}

function type(editor: LexicalEditor, text: string): void {
  for (const letter of text) {
    update(editor, () => $getSelection()?.insertText(letter));
    // Shortcuts look at it afterwards.
    update(editor, () => {});
  }
}

/** What Lexical does when the browser reports the caret: it takes the format of the text before it. */
function reportCaret(editor: LexicalEditor): void {
  update(editor, () => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) {
      const node = selection.anchor.getNode();
      selection.setFormat($isTextNode(node) ? node.getFormat() : 0);
    }
    editor.dispatchCommand(SELECTION_CHANGE_COMMAND, undefined);
  });
}

const runsOf = (editor: LexicalEditor) =>
  editor.read(() =>
    $getRoot()
      .getAllTextNodes()
      .map((node) =>
        [
          node.getTextContent(),
          ...(["bold", "italic"] as const).filter((format) => node.hasFormat(format)),
        ].join(" "),
      ),
  );

test("a chosen format stays for what is typed next, however often the caret is reported", () => {
  const editor = emptyEditor();
  keepWaitingFormat(editor);
  const press = (format: "bold" | "italic") => {
    editor.dispatchCommand(FORMAT_TEXT_COMMAND, format);
    reportCaret(editor);
    reportCaret(editor);
  };
  type(editor, "a");
  press("bold");
  type(editor, "b");
  press("italic");
  type(editor, "c");
  press("bold");
  press("italic");
  type(editor, "d");
  expect(runsOf(editor)).toEqual(["a", "b bold", "c bold italic", "d"]);
});

test("a chosen format is gone once the caret was elsewhere", () => {
  const editor = emptyEditor();
  keepWaitingFormat(editor);
  type(editor, "ab");
  editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold");
  const move = (offset: number) => {
    update(editor, () => $getRoot().getAllTextNodes()[0]?.select(offset, offset));
    reportCaret(editor);
  };
  move(1);
  move(2);
  type(editor, "c");
  expect(runsOf(editor)).toEqual(["abc"]);
});

test.each([
  ["2*3*4", ["2*3*4"]],
  ["5*3 and 4*2", ["5*3 and 4*2"]],
  ["a_b_c", ["a_b_c"]],
  ["a **b** c", ["a ", "b bold", " c"]],
  ["*a* b", ["a italic", " b"]],
])("typing %j", (text, runs) => {
  const editor = emptyEditor();
  registerMarkdownShortcuts(editor, [...shortcuts]);
  type(editor, text);
  expect(runsOf(editor)).toEqual(runs);
});
