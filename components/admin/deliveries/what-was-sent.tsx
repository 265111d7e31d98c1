import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";

/** A day's texts, as they went out. */
export function WhatWasSent({ sent }: { sent: readonly string[] }) {
  return sent.map((text) => (
    <p
      key={text}
      dir="auto"
      className="mb-6 max-w-[62ch] border-s border-edge ps-3 whitespace-pre-line wrap-anywhere text-ink-2"
    >
      <span className="sr-only">{texts.day.message}: </span>
      {text}
    </p>
  ));
}
