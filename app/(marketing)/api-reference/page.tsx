import type { Metadata } from "next";
import { ReferenceIndex } from "@/components/api-reference/api-reference";
import { LegalFrame } from "@/components/legal/legal-frame";
import { pageConfig } from "@/lib/http/pages/page-config";
import { apiReferenceMessages } from "@/lib/messages/api-reference";

const { title, description } = apiReferenceMessages;

export const metadata: Metadata = { title, description, robots: { index: false } };

/** `/api-reference`: the API for people. */
export default function ApiReferencePage() {
  return (
    <LegalFrame current="/api-reference" signUpUrl={pageConfig().SIGN_UP_URL}>
      <ReferenceIndex />
    </LegalFrame>
  );
}
