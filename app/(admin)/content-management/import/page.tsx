import type { Metadata } from "next";
import { PostImportScreen } from "@/components/admin/imports/post-import-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import { postImportScreen } from "@/lib/messages/admin/post-imports";

export const metadata: Metadata = { title: postImportScreen.title };

/** `/content-management/import`. */
export default function ImportPostsPage() {
  return (
    <AdminShell>
      <PostImportScreen />
    </AdminShell>
  );
}
