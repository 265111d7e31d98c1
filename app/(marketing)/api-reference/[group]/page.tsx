import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findGroup, groupSlugs, ReferenceGroup } from "@/components/api-reference/api-reference";
import { LegalFrame } from "@/components/legal/legal-frame";
import { pageConfig } from "@/lib/http/pages/page-config";
import { apiReferenceMessages } from "@/lib/messages/api-reference";

type Props = { params: Promise<{ group: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return groupSlugs.map((group) => ({ group }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = findGroup((await params).group)?.name;
  return { title: `${name} – ${apiReferenceMessages.title}`, robots: { index: false } };
}

/** `/api-reference/{group}`: the calls of one part of the API. */
export default async function ApiReferenceGroupPage({ params }: Props) {
  const group = findGroup((await params).group);
  if (!group) notFound();
  return (
    <LegalFrame current="/api-reference" signUpUrl={pageConfig().SIGN_UP_URL}>
      <ReferenceGroup group={group} />
    </LegalFrame>
  );
}
