import type { Metadata } from "next";
import { refundPolicy } from "@/components/legal/content/refund-policy";
import { LegalFrame } from "@/components/legal/legal-frame";
import { PolicyDocument } from "@/components/legal/policy-document";
import { legalTitles } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = {
  title: legalTitles.refund,
  description: "When we refund a subscription, and how to ask for a refund.",
  alternates: { canonical: "/refund" },
};

/** `/refund` */
export default function RefundPage() {
  return (
    <LegalFrame current="/refund" signUpUrl={pageConfig().SIGN_UP_URL}>
      <PolicyDocument title={legalTitles.refund} policy={refundPolicy} />
    </LegalFrame>
  );
}
