export type JsonLdData = { "@type": string; [name: string]: unknown };

/**
 * Structured data for search engines. `<` is escaped so that no text can close the script element.
 *
 * @see https://www.w3.org/TR/json-ld11/#restrictions-for-contents-of-json-ld-script-elements
 */
export function JsonLd({ data }: { data: readonly JsonLdData[] }) {
  const graph = { "@context": "https://schema.org", "@graph": data };
  const text = JSON.stringify(graph).replaceAll("<", String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
