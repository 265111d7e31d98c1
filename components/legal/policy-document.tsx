import type { ReactNode } from "react";
import { Markdown } from "@/lib/markdown/markdown";

/** A policy in this repository, as Markdown. */
export type WrittenPolicy = { lastUpdated: string; content: string };

export function PolicyDocument({ title, policy }: { title: string; policy: WrittenPolicy }) {
  return (
    <PolicyPage title={title} note={`Last updated ${policy.lastUpdated}`}>
      <div className="prose prose-policy max-w-measure">
        <Markdown content={policy.content} />
      </div>
    </PolicyPage>
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

function PolicyPage(props: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-10">
      <header>
        <h1 className="text-h1 font-[440]">{props.title}</h1>
        {props.note && <p className="mt-4 text-small text-ink-3">{props.note}</p>}
      </header>
      <div className="border-t-[3px] border-ink pt-6">{props.children}</div>
    </div>
  );
}
