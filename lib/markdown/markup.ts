import { Fragment, isValidElement, type ReactNode } from "react";
import { Markdown } from "./markdown";

const voidElements = new Set(["br", "hr", "img", "input"]);
const attributeNames: Readonly<Record<string, string>> = { className: "class", htmlFor: "for" };

/**
 * Escapes text for XML and HTML, and drops characters that XML 1.0 forbids; forbidden line breaks become
 * spaces.
 */
export function escapeMarkup(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML forbids these
      .replaceAll(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll(/[\v\f]/g, " ")
      .toWellFormed()
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

function styleText(style: object): string {
  return Object.entries(style)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${name.replaceAll(/[A-Z]/g, (each) => `-${each.toLowerCase()}`)}:${value}`,
    )
    .join(";");
}

function attributeText(name: string, value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (value === true) return name;
  return typeof value === "object" && value ? styleText(value) : null;
}

function attribute([name, value]: [string, unknown]): string {
  const text = attributeText(name, value);
  if (text === null) return "";
  return ` ${(attributeNames[name] ?? name).toLowerCase()}="${escapeMarkup(text)}"`;
}

function isComponent(type: unknown): type is (props: object) => ReactNode {
  return typeof type === "function";
}

/**
 * Renders elements without hooks or state as markup that is both HTML and XML, without React's comments.
 * Numbers in styles get no unit.
 */
export function toMarkup(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return escapeMarkup(String(node));
  if (Array.isArray(node)) return node.map((each: ReactNode) => toMarkup(each)).join("");
  if (!isValidElement<Record<string, ReactNode>>(node)) return "";
  const { type, props } = node;
  if (type === Fragment) return toMarkup(props["children"]);
  if (isComponent(type)) return toMarkup(type(props));
  if (typeof type !== "string") return "";
  const { children, ...rest } = props;
  const attributes = Object.entries(rest).map(attribute).join("");
  return voidElements.has(type)
    ? `<${type}${attributes} />`
    : `<${type}${attributes}>${toMarkup(children)}</${type}>`;
}

/**
 * Markdown as markup for feeds: well-formed XML and HTML, and as safe as `Markdown`.
 *
 * @param baseUrl makes relative URLs absolute, because feed readers show the text elsewhere
 */
export function markdownToMarkup(content: string, baseUrl: string): string {
  return toMarkup(Markdown({ content, baseUrl }));
}
