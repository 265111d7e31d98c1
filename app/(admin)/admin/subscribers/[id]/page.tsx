import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PersonScreen } from "@/components/admin/subscribers/person/person-screen";
import { idSchema } from "@/lib/contracts/primitives";
import { subscribersScreen } from "@/lib/messages/admin/subscribers";

export const metadata: Metadata = { title: subscribersScreen.title };

/** `/admin/subscribers/{id}`: one subscriber. */
export default async function SubscriberPage({ params }: { params: Promise<{ id: string }> }) {
  const id = idSchema.safeParse((await params).id);
  if (!id.success) notFound();
  return <PersonScreen id={id.data} />;
}
