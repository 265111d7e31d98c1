import type { Metadata } from "next";
import { NotFoundContent } from "@/components/layout/page-not-found";
import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { todayAddress } from "@/lib/contracts/admin/today";
import { subscribersScreen } from "@/lib/messages/admin/subscribers";
import { todayMessages } from "@/lib/messages/admin/today";
import { pageNotFoundMessages } from "@/lib/messages/site";

export const metadata: Metadata = { title: pageNotFoundMessages.title };

const today = { label: todayMessages.title, href: todayAddress };
const quickLinks = [today, { label: subscribersScreen.title, href: subscribersPath }];

/** The 404 page of administrators. */
export default function AdminNotFound() {
  return <NotFoundContent home={today} quickLinks={quickLinks} />;
}
