import type { Metadata } from "next";
import { termsOfService } from "@/components/legal/content/terms-of-service";
import { LegalFrame } from "@/components/legal/legal-frame";
import { PolicyDocument, PolicyWidget } from "@/components/legal/policy-document";
import { legalTitles } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

const title = legalTitles.terms;

export const metadata: Metadata = {
  title,
  description: "The terms that apply to your subscription.",
  alternates: { canonical: "/terms" },
};

/** `/terms`: the configured widget, or the terms in this repository. */
export default function TermsPage() {
  const { SIGN_UP_URL: signUpUrl, TERMS_WIDGET_URL: widgetUrl } = pageConfig();
  return (
    <LegalFrame current="/terms" signUpUrl={signUpUrl}>
      {widgetUrl ? (
        <PolicyWidget title={title} url={widgetUrl} />
      ) : (
        <PolicyDocument title={title} policy={termsOfService} />
      )}
    </LegalFrame>
  );
}
