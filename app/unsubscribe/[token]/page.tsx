import type { Metadata } from "next";
import Link from "next/link";
import { brand } from "@/lib/brand";
import { deliverySentences } from "@/lib/contracts/delivery-sentences";
import { findEmailSwitch } from "@/lib/domain/subscribers/email-switch";
import { verifyUnsubscribeToken } from "@/lib/domain/subscribers/unsubscribe-token";
import { getContext } from "@/lib/http/context";

export const dynamic = "force-dynamic";

const sentences = deliverySentences.unsubscribe;

export const metadata: Metadata = {
  title: `E-mail delivery · ${brand.name}`,
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

type View = {
  title: string;
  text: string;
  form: { delivery: "on" | "off"; button: string } | null;
};

const views: Record<"on" | "off" | "invalid", View> = {
  on: {
    title: sentences.titleOn,
    text: sentences.textOn,
    form: { delivery: "off", button: sentences.buttonOff },
  },
  off: {
    title: sentences.titleOff,
    text: sentences.textOff,
    form: { delivery: "on", button: sentences.buttonOn },
  },
  invalid: { title: sentences.titleInvalid, text: sentences.textInvalid, form: null },
};

async function findView(token: string): Promise<View> {
  const ctx = await getContext();
  const subscriberId = verifyUnsubscribeToken(token, ctx.settings.signingSecret);
  const found = subscriberId === null ? null : await findEmailSwitch(ctx, subscriberId);
  if (!found) return views.invalid;
  return found.isOn ? views.on : views.off;
}

/**
 * The page behind the visible link of each briefing. Opening it changes nothing; its one button
 * posts a plain form, so that it works without scripts.
 */
export default async function UnsubscribePage(props: { params: Promise<{ token: string }> }) {
  const { token } = await props.params;
  const view = await findView(token);
  return (
    <main className="mx-auto flex min-h-svh max-w-xl flex-col justify-center px-6 py-16">
      <p className="font-serif text-xl">{brand.name}</p>
      <h1 className="mt-8 font-serif text-4xl leading-tight text-balance">{view.title}</h1>
      <p className="mt-4 text-lg">{view.text}</p>
      {view.form && (
        <form method="post" action={`/api/unsubscribe/${token}`} className="mt-8">
          <button
            name="delivery"
            value={view.form.delivery}
            className="min-h-12 cursor-pointer rounded-md border border-current px-6 text-lg font-medium"
          >
            {view.form.button}
          </button>
        </form>
      )}
      <hr className="mt-12 opacity-20" />
      <p className="mt-6">
        {sentences.billing}{" "}
        <Link href="/account" className="underline underline-offset-4">
          {sentences.accountLink}
        </Link>
      </p>
    </main>
  );
}
