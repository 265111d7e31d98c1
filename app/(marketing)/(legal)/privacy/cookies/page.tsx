import type { Metadata } from "next";
import { cookiePolicy } from "@/components/legal/content/cookie-policy";
import { LegalFrame } from "@/components/legal/legal-frame";
import { PolicyDocument } from "@/components/legal/policy-document";
import { legalTitles } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

const title = legalTitles.cookies;

export const metadata: Metadata = {
  title,
  description: "Every cookie we set, what else we store in your browser, and who else gets data.",
  alternates: { canonical: "/privacy/cookies" },
};

/** `/privacy/cookies`: the part of the privacy policy that is generated from lists in the code. */
export default function CookiesPage() {
  const { SIGN_UP_URL: signUpUrl, PRIVACY_WIDGET_URL, TERMS_WIDGET_URL, isSecure } = pageConfig();
  const policy = cookiePolicy({
    isSecure,
    hasPolicyWidget: PRIVACY_WIDGET_URL !== undefined || TERMS_WIDGET_URL !== undefined,
  });
  return (
    <LegalFrame current="/privacy" signUpUrl={signUpUrl}>
      <PolicyDocument title={title} policy={policy} />
    </LegalFrame>
  );
}
