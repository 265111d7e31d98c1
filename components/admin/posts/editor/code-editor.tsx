import { useCodeBlockEditorContext, type CodeBlockEditorProps } from "@mdxeditor/editor";
import { useEffect, useRef } from "react";

/** A code block in the visual editor, as plain text. */
export function CodeEditor({ code, focusEmitter }: CodeBlockEditorProps) {
  const { setCode, lexicalNode, parentEditor } = useCodeBlockEditorContext();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => focusEmitter.subscribe(() => field.current?.focus()), [focusEmitter]);
  return (
    <textarea
      ref={field}
      aria-label="Code"
      className="post-editor-code"
      value={code}
      rows={Math.max(2, code.split("\n").length)}
      spellCheck={false}
      onChange={(event) => setCode(event.target.value)}
      onKeyDown={(event) => {
        // The surrounding editor would handle these keys too.
        event.stopPropagation();
        if (event.key !== "Backspace" || code !== "") return;
        event.preventDefault();
        parentEditor.update(() => {
          lexicalNode.selectNext();
          lexicalNode.remove();
        });
        parentEditor.focus();
      }}
    />
  );
}
