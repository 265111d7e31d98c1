const dropped = "script,style,meta,link,title,xml,template,head > *,object,iframe,svg,math,form";
const unwrapped = "span,font,u,ins,mark,small,big,center,sub,sup,o\\:p";

/**
 * What was copied from a word processor or a page, without what Markdown cannot say: styles,
 * colours, underlines, scripts, and pictures that lie in the clipboard instead of at an address.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(dropped)) element.remove();
  for (const image of body.querySelectorAll("img")) {
    if (!/^https?:/i.test(image.getAttribute("src") ?? "")) image.remove();
  }
  // Google Docs wraps everything in a bold element that is not bold.
  for (const bold of body.querySelectorAll<HTMLElement>("b,strong")) {
    if (bold.style.fontWeight === "normal") unwrap(bold);
  }
  for (const element of body.querySelectorAll<HTMLElement>(unwrapped)) {
    const { fontWeight, fontStyle } = element.style;
    const isBold = fontWeight === "bold" || Number(fontWeight) >= 600;
    if (isBold) wrapChildren(element, "strong");
    if (fontStyle === "italic") wrapChildren(element, "em");
    unwrap(element);
  }
  for (const element of body.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (!keptAttributes.has(name)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

const keptAttributes = new Set(["href", "src", "alt", "title", "start", "colspan", "rowspan"]);

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrapChildren(element: Element, name: "strong" | "em"): void {
  const wrapper = document.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
