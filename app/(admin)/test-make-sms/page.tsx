import type { Metadata } from "next";
import { AdminHeader } from "@/components/admin/admin-header";
import { SmsRequestForm } from "@/components/admin/sms-test/sms-request-form";

export const metadata: Metadata = { title: "SMS test" };

/** `/test-make-sms`: everybody may open it, and only an editor's session sends. */
export default function SmsTestPage() {
  return (
    <>
      <AdminHeader />
      <main id="main" className="wrap w-full py-[clamp(2.25rem,1.2rem+4.4vw,5rem)]">
        <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
          <h1 className="text-h2">SMS test</h1>
          <p className="mt-3 mb-8 text-ink-2">
            Sends one text through the automation webhook. Only editors who are logged in can send.
          </p>
          <SmsRequestForm />
        </div>
      </main>
    </>
  );
}
