import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";
import { pageNotFoundMessages } from "@/lib/messages/site";

export const metadata: Metadata = { title: pageNotFoundMessages.title, robots: { index: false } };

export default function NotFound() {
  return <PageNotFound />;
}
