import type { Metadata } from "next";
import { privacyPolicy } from "@/components/legal/content/privacy-policy";
import { SiteLink } from "@/components/layout/site-link";
import { LegalFrame } from "@/components/legal/legal-frame";
import { PolicyDocument, PolicyWidget } from "@/components/legal/policy-document";
import { legalTitles } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

const title = legalTitles.privacy;

export const metadata: Metadata = {
  title,
  description: "What we know about you, why, and how to have it deleted.",
  alternates: { canonical: "/privacy" },
};

/** `/privacy`: the configured widget, or the policy in this repository. */
export default function PrivacyPage() {
  const { SIGN_UP_URL: signUpUrl, PRIVACY_WIDGET_URL: widgetUrl } = pageConfig();
  return (
    <LegalFrame current="/privacy" signUpUrl={signUpUrl}>
      {widgetUrl ? (
        <>
          <PolicyWidget title={title} url={widgetUrl} />
          <p className="mt-4 text-small text-ink-3">
            <SiteLink href="/privacy/cookies" className="text-link">
              {legalTitles.cookies}
            </SiteLink>
          </p>
        </>
      ) : (
        <PolicyDocument title={title} policy={privacyPolicy} />
      )}
    </LegalFrame>
  );
}
