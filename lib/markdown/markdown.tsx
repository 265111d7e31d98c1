import type { Element, ElementContent, Root, RootContent } from "hast";
import ReactMarkdown, { type Components } from "react-markdown";
import { boundMarkdown } from "./bounded";
import { markdownPlugins } from "./parse";
import { isWebUrl, safeUrl } from "./url-policy";

export type { Components as MarkdownComponents } from "react-markdown";

// `![text](address "640x360")` says how large a picture is, so that nothing moves when it arrives.
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
  const size = sizeInTitle.exec(typeof title === "string" ? title : "");
  if (size) {
    element.properties["width"] = Number(size[1]);
    element.properties["height"] = Number(size[2]);
    element.properties["title"] = undefined;
  }
  // Without it React asks the browser to fetch the picture before everything else.
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

/** Takes away every link and picture whose address is not allowed; the words stay. */
function rehypeSafeUrls(policy: Policy) {
  return (tree: Root) => {
    tree.children = tree.children.flatMap((child): RootContent[] =>
      child.type === "element" ? safeElement(child, policy) : [child],
    );
  };
}

/** What `Markdown` takes. */
export type MarkdownProps = {
  /** Markdown text, from anybody. */
  content: string;
  /** Makes relative addresses absolute, for mails. */
  baseUrl?: string | undefined;
  /** Replaces the elements it names, as react-markdown's option of that name. */
  components?: Components | undefined;
};

/**
 * Markdown as React elements, harmless whatever the text: the one rendering for the site and for
 * mails. Raw HTML is reduced to its words, addresses pass `safeUrl`, links to the web carry
 * `rel="noopener noreferrer"`. Has no hooks, so it works in server components and in mails.
 */
export function Markdown({ content, baseUrl, components }: MarkdownProps) {
  const pieces = boundMarkdown(content);
  return pieces.map((piece, index) => (
    <ReactMarkdown
      // A text does not change while it is shown.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      remarkPlugins={markdownPlugins}
      rehypePlugins={[[rehypeSafeUrls, { baseUrl }]]}
      remarkRehypeOptions={{
        footnoteLabel: "Notes",
        // Notes of two pieces must not share their addresses.
        ...(index > 0 ? { clobberPrefix: `user-content-${index + 1}-` } : {}),
      }}
      urlTransform={(url) => url}
      {...(components ? { components } : {})}
    >
      {piece}
    </ReactMarkdown>
  ));
}
