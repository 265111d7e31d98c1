import { contentFieldMessages } from "@/lib/messages/posts";

const names: readonly (readonly [selector: string, name: string])[] = [
  [".post-editor-text td [role='textbox'], .post-editor-text th [role='textbox']", "Cell"],
  [".post-editor-text [class*='addRowButton']", "Add a row"],
  [".post-editor-text [class*='addColumnButton']", "Add a column"],
  [".mdxeditor-popup-container [role='dialog']:has(form, a)", "Link"],
  [".mdxeditor-popup-container input[class*='textInput']:not([id])", contentFieldMessages.linkUrl],
];

/**
 * Adds names to parts of the visual editor that have none, as they appear.
 *
 * @returns stops it
 */
export function labelEditorParts(): () => void {
  const label = () => {
    for (const [selector, name] of names) {
      for (const part of document.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
        part.setAttribute("aria-label", name);
      }
    }
    // The hidden copy of a select has an option without text.
    for (const option of document.querySelectorAll(".post-editor option:empty:not([label])")) {
      option.setAttribute("label", "None");
    }
    // Header cells that only hold the table's tools aren't headings.
    for (const cell of document.querySelectorAll(
      ".post-editor-text th:not(:has([role='textbox'])):not([role])",
    )) {
      cell.setAttribute("role", "presentation");
    }
  };
  const observer = new MutationObserver(label);
  observer.observe(document.body, { childList: true, subtree: true });
  label();
  return () => observer.disconnect();
}
