import type { Metadata } from "next";
import { About } from "@/components/legal/about";
import { LegalFrame } from "@/components/legal/legal-frame";
import { navigationLabels } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = {
  title: navigationLabels.about,
  description:
    "The three most important finance stories every weekday morning, and why we text them.",
  alternates: { canonical: "/about" },
};

/** `/about` */
export default function AboutPage() {
  const { SIGN_UP_URL: signUpUrl } = pageConfig();
  return (
    <LegalFrame current="/about" signUpUrl={signUpUrl}>
      <About signUpUrl={signUpUrl} />
    </LegalFrame>
  );
}
