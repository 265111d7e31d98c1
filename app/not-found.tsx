import type { Metadata } from "next";
import { PageNotFound } from "@/components/layout/page-not-found";

export const metadata: Metadata = { title: "Page Not Found", robots: { index: false } };

/** Every address that is none of ours. */
export default function NotFound() {
  return <PageNotFound />;
}
