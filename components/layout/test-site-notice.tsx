import { testSiteMessages } from "@/lib/messages/test-site";

/** Says on every page of a public site why it isn't real. */
export function TestSiteNotice({ kind }: { kind: keyof typeof testSiteMessages.notices }) {
  return (
    <aside
      aria-label={testSiteMessages.label}
      className="border-b border-rule px-(--gutter) py-2 text-center text-small text-ink"
    >
      {testSiteMessages.notices[kind]}
    </aside>
  );
}
