import type { Element, ElementContent, Root, RootContent } from "hast";
import ReactMarkdown, { type Components } from "react-markdown";
import type { Processor } from "unified";
import { parseImageAddress } from "@/lib/contracts/reading/image-address";
import { splitCompounds } from "./compounds";
import { parseMarkdown, type MarkdownRoot } from "./parse";
import { isWebUrl, safeUrl } from "./url-policy";

export type { Element as MarkdownElement } from "hast";
export type { Components as MarkdownComponents } from "react-markdown";

// `![text](url "640x360")` gives the size of an image, so that nothing moves when it loads.
const sizeInTitle = /^(\d{1,4})x(\d{1,4})$/;

type Policy = { baseUrl?: string | undefined };

function safeLink(element: Element, policy: Policy): ElementContent[] {
  const { href } = element.properties;
  const url = typeof href === "string" ? safeUrl(href, "link", policy.baseUrl) : null;
  if (url === null) return element.children;
  element.properties["href"] = url;
  if (isWebUrl(url)) element.properties["rel"] = ["noopener", "noreferrer"];
  return [element];
}

function safeImage(element: Element, policy: Policy): ElementContent[] {
  const { src, alt, title } = element.properties;
  const url = typeof src === "string" ? safeUrl(src, "image", policy.baseUrl) : null;
  if (url === null) return typeof alt === "string" && alt ? [{ type: "text", value: alt }] : [];
  element.properties["src"] = url;
  const uploaded = parseImageAddress(url);
  const size = sizeInTitle.exec(typeof title === "string" ? title : "");
  if (uploaded) {
    element.properties["width"] = uploaded.width;
    element.properties["height"] = uploaded.height;
  } else if (size) {
    element.properties["width"] = Number(size[1]);
    element.properties["height"] = Number(size[2]);
    element.properties["title"] = undefined;
  }
  // Otherwise, React preloads the image.
  element.properties["loading"] = "lazy";
  return [element];
}

/** Text whose short compounds can't break at the hyphen. */
function holdCompounds(value: string): ElementContent[] {
  return splitCompounds(value).flatMap((part, index): ElementContent[] => {
    if (part === "") return [];
    const text = { type: "text", value: part } as const;
    const properties = { className: ["whitespace-nowrap"] };
    return index % 2 === 1
      ? [{ type: "element", tagName: "span", properties, children: [text] }]
      : [text];
  });
}

function isEmpty(node: ElementContent): boolean {
  return node.type === "text"
    ? node.value.trim() === ""
    : node.type === "element" && node.tagName !== "img" && node.children.every(isEmpty);
}

function safeElement(element: Element, policy: Policy): ElementContent[] {
  // A table without a header has an empty one.
  if (element.tagName === "thead" && isEmpty(element)) return [];
  const isCode = element.tagName === "code";
  element.children = element.children.flatMap((child): ElementContent[] => {
    if (child.type === "element") return safeElement(child, policy);
    return child.type === "text" && !isCode ? holdCompounds(child.value) : [child];
  });
  if (element.tagName === "a") return safeLink(element, policy);
  if (element.tagName === "img") return safeImage(element, policy);
  return [element];
}

// A nested block uses its parent's direction, so that a list's markers are next to its text.
const directedBlocks = new Set("p h1 h2 h3 h4 h5 h6 ul ol blockquote table".split(" "));

function setDirection(nodes: readonly RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== "element") continue;
    if (directedBlocks.has(node.tagName)) node.properties["dir"] = "auto";
    else setDirection(node.children);
  }
}

/** A remark plugin that uses an already parsed tree instead of the text. */
function takeTree(this: Processor, root: MarkdownRoot): void {
  this.parser = () => root;
}

/** A rehype plugin: safe URLs, and each block's text direction. */
function makeSafe(policy: Policy) {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((child): RootContent[] =>
      child.type === "element" ? safeElement(child, policy) : [child],
    );
    setDirection(tree.children);
  };
}

export type MarkdownProps = {
  /** Untrusted Markdown, or its tree from `parseMarkdown`. */
  content: string | MarkdownRoot;
  /** Makes relative URLs absolute, for emails. */
  baseUrl?: string | undefined;
  /** Keyed by the elements they replace. */
  components?: Components | undefined;
};

/**
 * The one Markdown renderer for the site and emails, safe for untrusted text. URLs pass `safeUrl`, and
 * links to the web get `rel="noopener noreferrer"`. Has no hooks, so that it works in server components
 * and emails.
 */
export function Markdown({ content, baseUrl, components }: MarkdownProps) {
  const root = typeof content === "string" ? parseMarkdown(content) : content;
  return (
    <ReactMarkdown
      remarkPlugins={[[takeTree, root]]}
      remarkRehypeOptions={{ footnoteLabel: "Notes" }}
      rehypePlugins={[[makeSafe, { baseUrl }]]}
      urlTransform={(url) => url}
      components={components ?? null}
    />
  );
}
