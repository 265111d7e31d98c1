import { useCodeBlockEditorContext, type CodeBlockEditorProps } from "@mdxeditor/editor";
import { useEffect, useRef } from "react";
import { contentFieldMessages as messages } from "@/lib/messages/posts";

/** The `meta` of a code block that holds Markdown. No Markdown can have it. */
export const sourceMeta = "\0source";

/** A code block in the visual editor, or a part of the Markdown that it doesn't know, as plain text. */
export function CodeEditor({ code, meta, focusEmitter }: CodeBlockEditorProps) {
  const isSource = meta === sourceMeta;
  const { setCode, lexicalNode, parentEditor } = useCodeBlockEditorContext();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => focusEmitter.subscribe(() => field.current?.focus()), [focusEmitter]);
  return (
    <textarea
      ref={field}
      aria-label={isSource ? messages.sourcePart : messages.code}
      title={isSource ? messages.sourcePartHint : undefined}
      dir={isSource ? "auto" : undefined}
      className={isSource ? "post-editor-code post-editor-source" : "post-editor-code"}
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
