import type { Metadata } from "next";
import { AdminHeader } from "@/components/admin/shell/header";
import { LoginScreen } from "@/components/admin/login-screen";
import { adminLoginScreen } from "@/lib/messages/admin";

export const metadata: Metadata = { title: adminLoginScreen.title };

/** `/cms-login-fpng`. */
export default function AdminLoginPage() {
  return (
    <>
      <AdminHeader />
      <LoginScreen />
    </>
  );
}
