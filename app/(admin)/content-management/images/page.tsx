import type { Metadata } from "next";
import { ImagesScreen } from "@/components/admin/images/images-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import { imagesScreen } from "@/lib/messages/admin/images";

export const metadata: Metadata = { title: imagesScreen.title };

/** `/content-management/images`. */
export default function ImagesPage() {
  return (
    <AdminShell>
      <ImagesScreen />
    </AdminShell>
  );
}
