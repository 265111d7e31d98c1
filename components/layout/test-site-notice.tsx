import { testSiteMessages } from "@/lib/messages/test-site";

/** Says on every page of a public site without real providers that nothing on it is real. */
export function TestSiteNotice() {
  return (
    <aside
      aria-label={testSiteMessages.label}
      className="border-b border-rule px-(--gutter) py-2 text-center text-small text-ink"
    >
      {testSiteMessages.notice}
    </aside>
  );
}
