import { legalTitles } from "@/lib/messages/site";

/** The words beside the box; the documents open beside the form, so that nothing typed is lost. */
export function TermsLabel() {
  return (
    <>
      I agree to the <Document href="/terms">{legalTitles.terms}</Document> and{" "}
      <Document href="/privacy">{legalTitles.privacy}</Document>
    </>
  );
}

function Document({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link">
      {children}
    </a>
  );
}
