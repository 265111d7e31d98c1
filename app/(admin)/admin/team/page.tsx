import type { Metadata } from "next";
import { TeamScreen } from "@/components/admin/team/team-screen";
import { teamScreen } from "@/lib/messages/admin/team";

export const metadata: Metadata = { title: teamScreen.title };

/** `/admin/team`. */
export default function TeamPage() {
  return <TeamScreen />;
}
