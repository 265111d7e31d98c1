import type { Metadata } from "next";
import { AdminHeader } from "@/components/admin/shell/header";
import { SmsRequestForm } from "@/components/admin/sms-test/sms-request-form";
import { smsRequestScreen } from "@/lib/messages/sms-test";

export const metadata: Metadata = { title: smsRequestScreen.title };

/** `/test-make-sms`: open to everyone, but only editors can send. */
export default function SmsTestPage() {
  return (
    <>
      <AdminHeader />
      <main id="main" className="wrap w-full py-[clamp(2.25rem,1.2rem+4.4vw,5rem)]">
        <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
          <h1 className="text-h2">{smsRequestScreen.title}</h1>
          <p className="mt-3 mb-8 text-ink-2">{smsRequestScreen.intro}</p>
          <SmsRequestForm />
        </div>
      </main>
    </>
  );
}
