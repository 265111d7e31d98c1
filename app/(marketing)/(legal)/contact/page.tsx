import type { Metadata } from "next";
import { Contact } from "@/components/legal/contact";
import { LegalFrame } from "@/components/legal/legal-frame";
import { navigationLabels } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = {
  title: navigationLabels.contact,
  description: "Send us a message and a person will reply.",
  alternates: { canonical: "/contact" },
};

/** `/contact` */
export default function ContactPage() {
  const { SIGN_UP_URL: signUpUrl, CONTACT_FORM_URL: formUrl } = pageConfig();
  return (
    <LegalFrame current="/contact" signUpUrl={signUpUrl}>
      <Contact formUrl={formUrl} />
    </LegalFrame>
  );
}
