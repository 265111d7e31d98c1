const names: readonly (readonly [selector: string, name: string])[] = [
  [".post-editor-text td [role='textbox'], .post-editor-text th [role='textbox']", "Cell"],
  [".post-editor-text [class*='addRowButton']", "Add a row"],
  [".post-editor-text [class*='addColumnButton']", "Add a column"],
  [".mdxeditor-popup-container [role='dialog']:has(form, a)", "Link"],
  [".mdxeditor-popup-container input[class*='textInput']:not([id])", "Address"],
];

/**
 * Gives names to the parts of the visual editor that it leaves without one, as soon as they appear.
 *
 * @returns ends that
 */
export function labelEditorParts(): () => void {
  const label = () => {
    for (const [selector, name] of names) {
      for (const part of document.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
        part.setAttribute("aria-label", name);
      }
    }
    // Cells that hold the table's tools are no headings of anything.
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
