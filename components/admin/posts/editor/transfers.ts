import { useEffect, useRef, type RefObject } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/feedback/notify";
import {
  htmlToMarkdown,
  lineToMarkdown,
  tabsToMarkdown,
  type Pasted,
} from "@/lib/markdown/html-to-markdown";
import { contentFieldMessages } from "@/lib/messages/posts";

type TransferHandler = (event: Event, data: DataTransfer | null) => void;

/** Handles pastes and drops before the editor does. */
export function useTransfers(
  frame: RefObject<HTMLElement | null>,
  onTransfer: TransferHandler,
): void {
  const latest = useRef(onTransfer);
  useEffect(() => {
    latest.current = onTransfer;
  });
  useEffect(() => {
    const element = frame.current;
    const paste = (event: ClipboardEvent) => latest.current(event, event.clipboardData);
    const drop = (event: InputEvent) => {
      if (event.inputType === "insertFromDrop") latest.current(event, event.dataTransfer);
    };
    // Browsers would open a file instead of offering it as input.
    const dropFiles = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type !== "drop") return;
      const place = document.caretPositionFromPoint(event.clientX, event.clientY);
      if (place) getSelection()?.setPosition(place.offsetNode, place.offset);
      latest.current(event, event.dataTransfer);
    };
    element?.addEventListener("paste", paste, { capture: true });
    element?.addEventListener("beforeinput", drop, { capture: true });
    element?.addEventListener("dragover", dropFiles, { capture: true });
    element?.addEventListener("drop", dropFiles, { capture: true });
    return () => {
      element?.removeEventListener("paste", paste, { capture: true });
      element?.removeEventListener("beforeinput", drop, { capture: true });
      element?.removeEventListener("dragover", dropFiles, { capture: true });
      element?.removeEventListener("drop", dropFiles, { capture: true });
    };
  }, [frame]);
}

/** Whether an event is in the text, in a table cell, or in another field inside the editor. */
export function targetOf(target: EventTarget): "text" | "cell" | "field" {
  const field = target instanceof Element && target.closest("input,textarea,[contenteditable]");
  if (!field || field.getAttribute("contenteditable") !== "true") return "field";
  return field.closest("td,th") ? "cell" : "text";
}

/** Pasted or dropped data as Markdown; null if the editor handles it correctly itself. */
export function readTransfer(data: DataTransfer, isNarrow: boolean): Pasted | null {
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  if (html && (isNarrow || !data.types.includes("application/x-lexical-editor"))) {
    return htmlToMarkdown(html, { isNarrow });
  }
  // A cell holds one line, and the editor would drop the others.
  if (isNarrow && text.includes("\n")) {
    return { markdown: lineToMarkdown(text), skippedImages: 0 };
  }
  const table = isNarrow ? null : tabsToMarkdown(text);
  return table === null ? null : { markdown: table, skippedImages: 0 };
}

/**
 * Tells the editor where the caret is. Otherwise it learns this from an event that follows in a
 * later task: it would lose what is pasted into a cell right after a click, and handle Enter right
 * after Home where the caret was before.
 */
export function noticeCaret(): void {
  document.dispatchEvent(new Event("selectionchange"));
}

export function notifyNoImagesInCells(): void {
  notify({
    title: contentFieldMessages.imagesLeftOutTitle,
    description: contentFieldMessages.imagesInCells,
  });
}

export function notifyImagesLeftOut(): void {
  notify({
    title: contentFieldMessages.imagesLeftOutTitle,
    description: contentFieldMessages.imagesLeftOut,
  });
}

/** Blurs a table cell when the page is left, because the editor reads a cell only on blur. */
export function useCellBlurOnLeave(): void {
  useEffect(() => {
    const leave = () => {
      const field = document.activeElement;
      if (field instanceof HTMLElement && targetOf(field) === "cell") flushSync(() => field.blur());
    };
    addEventListener("pagehide", leave, { capture: true });
    return () => removeEventListener("pagehide", leave, { capture: true });
  }, []);
}
