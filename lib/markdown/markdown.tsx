import type { Element, ElementContent, Root, RootContent } from "hast";
import ReactMarkdown, { type Components } from "react-markdown";
import { parseImageAddress } from "@/lib/contracts/reading/image-address";
import { limitMarkdown } from "./limit-markdown";
import { markdownPlugins } from "./parse";
import { isWebUrl, safeUrl } from "./url-policy";

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
  // Otherwise React preloads the image.
  element.properties["loading"] = "lazy";
  return [element];
}

function safeElement(element: Element, policy: Policy): ElementContent[] {
  element.children = element.children.flatMap((child): ElementContent[] =>
    child.type === "element" ? safeElement(child, policy) : [child],
  );
  if (element.tagName === "a") return safeLink(element, policy);
  if (element.tagName === "img") return safeImage(element, policy);
  return [element];
}

/** Removes links and images with unsafe URLs, but not their text. */
function rehypeSafeUrls(policy: Policy) {
  return (tree: Root) => {
    tree.children = tree.children.flatMap((child): RootContent[] =>
      child.type === "element" ? safeElement(child, policy) : [child],
    );
  };
}

// A nested block follows the block around it, so that a list's markers are next to its text.
const directedBlocks = new Set("p h1 h2 h3 h4 h5 h6 ul ol blockquote table".split(" "));

function setDirection(nodes: readonly RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== "element") continue;
    if (directedBlocks.has(node.tagName)) node.properties["dir"] = "auto";
    else setDirection(node.children);
  }
}

/** Text that reads from right to left is set that way, block by block. */
function rehypeDirection() {
  return (tree: Root) => setDirection(tree.children);
}

export type MarkdownProps = {
  /** Untrusted Markdown. */
  content: string;
  /** Makes relative URLs absolute, for emails. */
  baseUrl?: string | undefined;
  /** Like react-markdown's option. */
  components?: Components | undefined;
};

/**
 * The one Markdown renderer for the site and emails, safe for untrusted text. Raw HTML is reduced to
 * its text, URLs pass `safeUrl`, and links to the web get `rel="noopener noreferrer"`. Has no hooks,
 * so that it works in server components and emails.
 */
export function Markdown({ content, baseUrl, components }: MarkdownProps) {
  const pieces = limitMarkdown(content);
  return pieces.map((piece, index) => (
    <ReactMarkdown
      // The pieces of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      remarkPlugins={markdownPlugins}
      rehypePlugins={[[rehypeSafeUrls, { baseUrl }], rehypeDirection]}
      remarkRehypeOptions={{
        footnoteLabel: "Notes",
        // Footnotes of different pieces must not share ids.
        ...(index > 0 ? { clobberPrefix: `user-content-${index + 1}-` } : {}),
      }}
      urlTransform={(url) => url}
      {...(components ? { components } : {})}
    >
      {piece}
    </ReactMarkdown>
  ));
}
