"use client";

import { X } from "lucide-react";
import { Toaster as Sonner } from "sonner";
import { toastDurationMs } from "./notify";

/**
 * Shows the toasts of `notify` (docs/product-spec.md, section 16). Part of the layout of the areas
 * that use toasts; reading pages do without its script.
 */
export function Toaster() {
  return (
    <Sonner
      visibleToasts={1}
      duration={toastDurationMs}
      hotkey={["F8"]}
      swipeDirections={["right"]}
      closeButton
      position="bottom-right"
      containerAriaLabel="Notifications"
      icons={{ close: <X aria-hidden="true" size={18} strokeWidth={1.6} /> }}
      toastOptions={{
        unstyled: true,
        // Swiping with a mouse would select the text, and sonner ignores a swipe that selects.
        style: { userSelect: "none" },
        closeButtonAriaLabel: "Close",
        classNames: {
          toast:
            "grid font-sans w-[min(24rem,calc(100vw-2rem))] grid-cols-[1fr_auto] gap-x-4 rounded-[3px] bg-ink py-3.5 pr-3.5 pl-4.5 text-label text-paper shadow-float data-[type=error]:bg-alarm data-[type=error]:text-on-alarm",
          content: "col-start-1 row-start-1 grid gap-0.5 self-center",
          title: "font-medium",
          description: "text-small opacity-85",
          actionButton:
            "col-start-1 row-start-2 mt-2 min-h-9 justify-self-start text-small font-medium underline underline-offset-[.3em]",
          closeButton:
            "col-start-2 row-start-1 -mt-1 -mr-1 grid size-8 place-items-center self-start rounded-1",
        },
      }}
    />
  );
}
