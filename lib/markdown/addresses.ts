import type { Parent, PhrasingContent, RootContent } from "mdast";

/**
 * What ends a bare address. GitHub's rules cover only ASCII punctuation (specification, extended autolinks);
 * quotation marks, dashes, ellipses, and Chinese and Japanese punctuation don't occur in an address copied
 * from a browser.
 */
const end = /[\p{Pi}\p{Pf}„‚…–—―\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f]|['’]s(?=$|[^\p{L}\p{N}])/u;

/** What an address can't end with; `\p{Po}` includes the periods and commas of other scripts. */
const trailing = /^(?:[?!.,:;*_~'"]|(?![\0-\u007f])\p{Po})$/u;

const webAddress = /https?:\/\//i;

function withoutTrailing(address: string): string {
  let length = address.length;
  while (trailing.test(address.charAt(length - 1))) length -= 1;
  return address.slice(0, length);
}

function trimmed(address: string): string {
  const found = end.exec(address);
  if (!found) return withoutTrailing(address);
  const head = withoutTrailing(address.slice(0, found.index));
  const isUnbalanced = head.endsWith(")") && head.split(")").length > head.split("(").length;
  return isUnbalanced ? head.slice(0, -1) : head;
}

/** Splits text that GitHub's rules treat as one address into addresses and text. */
function split(text: string, prefix: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let rest = text;
  for (let next = 0; next !== -1; next = rest.search(webAddress)) {
    if (next > 0) nodes.push({ type: "text", value: rest.slice(0, next) });
    rest = rest.slice(next);
    const address = trimmed(rest);
    const url = (nodes.length === 0 ? prefix : "") + address;
    nodes.push({ type: "link", url, children: [{ type: "text", value: address }] });
    rest = rest.slice(address.length);
  }
  if (rest !== "") nodes.push({ type: "text", value: rest });
  return nodes;
}

/** Ends bare addresses where a reader sees the end. */
export function trimAddresses(parent: Parent): void {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === "link") {
      const [text, ...others] = child.children;
      if (text?.type !== "text" || others.length > 0) return [child];
      const prefix = child.url.slice(0, Math.max(0, child.url.length - text.value.length));
      const isBare =
        (prefix === "" || prefix === "http://") &&
        prefix + text.value === child.url &&
        /^(?:https?:\/\/|www\.)/i.test(text.value) &&
        // `<https://…>` and `[https://…](https://…)` are longer in the source.
        child.position?.end.offset === (child.position?.start.offset ?? 0) + text.value.length;
      return isBare ? split(text.value, prefix) : [child];
    }
    if ("children" in child) trimAddresses(child);
    return [child];
  });
}
