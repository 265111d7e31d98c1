import type { ReactNode } from "react";
import { scrollingBlocks } from "@/components/reading/scrolling-blocks";
import { Markdown } from "@/lib/markdown/markdown";
import { apiReferenceMessages as messages } from "@/lib/messages/api-reference";
// Written by `npm run generate` from the definitions of all routes.
import reference from "./reference.json";

const indexPath = "/api-reference";
const documentPath = "/api/openapi.json";

type Group = (typeof reference.groups)[number];

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");

/** The address parts of all groups. */
export const groupSlugs = reference.groups.map(({ name }) => slugOf(name));

export function findGroup(slug: string): Group | undefined {
  return reference.groups.find(({ name }) => slugOf(name) === slug);
}

/** `/api-reference`: what holds for all calls, and a list of them. */
export function ReferenceIndex() {
  const [before, link, after] = messages.asFile;
  return (
    <ReferencePage title={messages.title}>
      <p>
        {before}
        <a href={documentPath}>{link}</a>
        {after}
      </p>
      <Text content={reference.intro} />
      {/* Plain links: prefetching from these would load the whole reference. */}
      {reference.groups.map(({ name, entries }) => (
        <section key={name}>
          <h2>
            <a href={`${indexPath}/${slugOf(name)}`}>{name}</a>
          </h2>
          <ul>
            {entries.map(({ title, summary }) => (
              <li key={title} className="wrap-anywhere">
                <a href={`${indexPath}/${slugOf(name)}#${slugOf(title)}`}>{title}</a>
                {summary && `: ${summary}`}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ReferencePage>
  );
}

/** `/api-reference/{group}`: its calls in full. */
export function ReferenceGroup({ group: { name, intro, entries } }: { group: Group }) {
  return (
    <ReferencePage title={name}>
      <p>
        <a href={indexPath}>{messages.all}</a>
      </p>
      {intro && <Text content={intro} />}
      {entries.map(({ title, content }) => (
        <section key={title} aria-labelledby={slugOf(title)}>
          <h2 id={slugOf(title)} className="wrap-anywhere">
            {title}
          </h2>
          <Text content={content} />
        </section>
      ))}
    </ReferencePage>
  );
}

const Text = ({ content }: { content: string }) => (
  <Markdown content={content} components={scrollingBlocks} />
);

function ReferencePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="prose prose-policy">
      <h1 className="text-h1 font-[440]">{title}</h1>
      {children}
    </article>
  );
}
