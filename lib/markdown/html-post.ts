import type { Image, Link, Nodes, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { withoutHtml } from "./html";

/** A post from another site, read from its HTML. */
export type HtmlPost = {
  /** Distinct addresses of its images and links. */
  images: readonly string[];
  links: readonly string[];
  /** Whether it shows nothing. */
  isEmpty: boolean;
  /**
   * @param replaced new addresses by old ones, of images and links
   * @returns Markdown
   */
  toMarkdown: (replaced: ReadonlyMap<string, string>) => string;
};

const writer = unified().use(remarkGfm).use(remarkStringify, { resourceLink: true }).freeze();

function* nodesIn<Type extends Nodes["type"]>(
  node: Nodes,
  type: Type,
): Generator<Extract<Nodes, { type: Type }>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type was compared
  if (node.type === type) yield node as Extract<Nodes, { type: Type }>;
  if ("children" in node) for (const child of node.children) yield* nodesIn(child, type);
}

/** Site builders link an image to its larger version, which the library has. */
function unlinkImages(children: RootContent[]): RootContent[] {
  return children.flatMap((child): RootContent[] => {
    if (child.type === "link" && isLargerImage(child)) return child.children;
    if ("children" in child) Object.assign(child, { children: unlinkImages(child.children) });
    return [child];
  });
}

const isLargerImage = ({ url, children: [first, ...others] }: Link) =>
  first?.type === "image" &&
  others.length === 0 &&
  /\/image\/fetch\/|\.(?:avif|gif|jpe?g|png|webp)(?:\?.*)?$/i.test(url);

/** Reads a post's HTML like HTML within posts: elements that a post can't show are reduced to their text. */
export function readHtmlPost(html: string): HtmlPost {
  const children = unlinkImages(withoutHtml([{ type: "html", value: html }], false, new Set()));
  const root: Nodes = { type: "root", children };
  const images: Image[] = [...nodesIn(root, "image")];
  const links: Link[] = [...nodesIn(root, "link")];
  const addressesOf = (nodes: readonly (Image | Link)[]) => [
    ...new Set(nodes.map(({ url }) => url)),
  ];
  return {
    images: addressesOf(images),
    links: addressesOf(links),
    isEmpty: children.length === 0,
    toMarkdown(replaced) {
      for (const node of [...images, ...links]) node.url = replaced.get(node.url) ?? node.url;
      // An image of the library has its size in its address.
      for (const image of images) if (image.url.startsWith("/")) image.title = null;
      return writer.stringify(root);
    },
  };
}
