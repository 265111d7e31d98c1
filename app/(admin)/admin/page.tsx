import type { Metadata } from "next";
import { TodayScreen } from "@/components/admin/today/today-screen";
import { todayMessages } from "@/lib/messages/admin/today";

export const metadata: Metadata = { title: todayMessages.title };

export default function TodayPage() {
  return <TodayScreen />;
}
