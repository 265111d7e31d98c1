import type { Nodes, Root, RootContent } from "mdast";
import { definitionsOf, parseMarkdown } from "./parse";
import { writeRoot } from "./plain-text";
import { isWebUrl } from "./url-policy";

/** What a post consists of, apart from its text. */
export type MarkdownParts = {
  /** Distinct URLs of its links, as written: `https://…`, `mailto:…`, `/pricing`. */
  links: string[];
  /** Its images in order, with their alternative text. */
  images: { url: string; alt: string }[];
  /** Names of raw HTML elements that were reduced to their text, such as `u`. */
  dropped: string[];
};

/** The links and images of a text. */
export function partsOf(content: string): MarkdownParts {
  const root = parseMarkdown(content);
  const { links: definitions } = definitionsOf(root);
  const images: MarkdownParts["images"] = [];
  for (const node of descendantsOf(root)) {
    if (node.type === "image") images.push({ url: node.url, alt: node.alt?.trim() ?? "" });
    if (node.type === "imageReference") {
      const url = definitions.get(node.identifier)?.url ?? "";
      images.push({ url, alt: node.alt?.trim() ?? "" });
    }
  }
  const dropped = root.data?.dropped ?? [];
  return { links: allLinksIn(root.children, root), images, dropped };
}

/** The headings of a text, as plain text without URLs. */
export function headingsOf(content: string): string[] {
  const root = parseMarkdown(content);
  return root.children
    .filter((node) => node.type === "heading")
    .map((node) => writeRoot({ ...root, children: [node] }, { showUrls: false }).trim());
}

/** Distinct web addresses that part of a text links to, including its footnotes. */
export function linksIn(children: readonly RootContent[], root: Root): string[] {
  return allLinksIn(children, root).filter(isWebUrl);
}

function allLinksIn(children: readonly RootContent[], root: Root): string[] {
  const { links: definitions, notes } = definitionsOf(root);
  const found = new Set<string>();
  const followed = new Set<string>();
  const collect = (node: Nodes) => {
    for (const each of descendantsOf(node)) {
      if (each.type === "link") found.add(each.url);
      if (each.type === "linkReference") {
        const url = definitions.get(each.identifier)?.url;
        if (url !== undefined) found.add(url);
      }
      if (each.type === "footnoteReference" && !followed.has(each.identifier)) {
        followed.add(each.identifier);
        const note = notes.get(each.identifier);
        if (note) collect(note);
      }
    }
  };
  for (const child of children) {
    if (child.type !== "footnoteDefinition") collect(child);
  }
  return [...found];
}

function* descendantsOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* descendantsOf(child);
}
