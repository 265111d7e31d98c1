import type { ReactNode } from "react";
import { Markdown, type MarkdownComponents, type MarkdownElement } from "@/lib/markdown/markdown";

/** A policy in this repository, as Markdown. */
export type WrittenPolicy = { lastUpdated: string; content: string };

export function PolicyDocument({ title, policy }: { title: string; policy: WrittenPolicy }) {
  return (
    <PolicyPage
      title={title}
      note={`Last updated ${policy.lastUpdated}`}
      contents={<Contents headings={headingsIn(policy.content)} />}
    >
      <div className="prose prose-policy">
        <Markdown content={policy.content} components={components} />
      </div>
    </PolicyPage>
  );
}

const components: MarkdownComponents = {
  h2: ({ node, children }) => (
    <h2 id={node && idOf(textOf(node))} className="scroll-mt-6">
      {children}
    </h2>
  ),
};

function textOf({ children }: MarkdownElement): string {
  return children
    .map((child) =>
      child.type === "element" ? textOf(child) : child.type === "text" ? child.value : "",
    )
    .join("");
}

function idOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function headingsIn(content: string): string[] {
  return [...content.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
}

function Contents({ headings }: { headings: readonly string[] }) {
  return (
    <nav aria-label="Contents" className="mt-8">
      <ul className="grid border-t border-rule">
        {headings.map((heading) => (
          <li key={heading} className="border-b border-rule">
            <a
              href={`#${idOf(heading)}`}
              className="flex min-h-11 items-center py-1.5 text-label text-ink-2 no-underline hover:text-ink hover:underline lg:min-h-9"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * A policy that a third party hosts, embedded.
 *
 * @param url the third party's document
 */
export function PolicyWidget({ title, url }: { title: string; url: string }) {
  return (
    <PolicyPage title={title}>
      {/* Same-origin means the policy service's origin: it can load its text, and can't reach ours. */}
      <iframe
        src={url}
        title={title}
        loading="lazy"
        referrerPolicy="no-referrer"
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
        className="h-[80dvh] min-h-[32rem] w-full border border-rule bg-white"
      />
      <p className="mt-4 text-small text-ink-3">
        <a href={url} className="text-link">
          Open this document on its own page
        </a>
      </p>
    </PolicyPage>
  );
}

type PolicyPageProps = {
  title: string;
  note?: string;
  /** Beside the text on wide screens, where it stays in view. */
  contents?: ReactNode;
  children: ReactNode;
};

function PolicyPage({ title, note, contents, children }: PolicyPageProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-10">
      <header className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-auto">
        <h1 className="text-h1 font-[440]">{title}</h1>
        {note && <p className="mt-4 text-small text-ink-3">{note}</p>}
        {contents}
      </header>
      <div className={`border-t-[3px] border-ink pt-6 ${contents ? "max-w-measure" : ""}`}>
        {children}
      </div>
    </div>
  );
}
