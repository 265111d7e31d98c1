"use client";

import { X } from "@/components/ui/icons";
import { useEffect, useRef, useSyncExternalStore, type PointerEvent } from "react";
import { Toaster as Sonner } from "sonner";
import { siteMessages } from "@/lib/messages/site";
import { toastDurationMs } from "./notify";

/** docs/product-spec.md, section 16. */
const swipeThresholdPx = 50;
const hotkey = "F8";
// As in Sonner's stylesheet.
const phoneQuery = "(max-width: 600px)";
const swipedDistance = "--swipe-amount-x";

/**
 * Shows the toasts of `notify` (docs/product-spec.md, section 16). Part of the layout of the areas
 * that use toasts; reading pages do without its script. Why it adds to Sonner's behavior:
 * docs/decisions/029-toast-swipe-and-hotkey.md.
 */
export function Toaster() {
  const region = useRegionHotkey();
  const isPhone = useSyncExternalStore(subscribeToWidth, readIsPhone, () => false);
  return (
    <div onPointerUpCapture={undoShortSwipe} className="[&>section]:outline-none">
      <Sonner
        ref={region}
        visibleToasts={1}
        duration={toastDurationMs}
        hotkey={[hotkey]}
        swipeDirections={["right"]}
        closeButton
        // Clear of the help under forms and, on phones, of the support link in the header.
        position={isPhone ? "top-center" : "bottom-right"}
        mobileOffset={{ top: "4.75rem" }}
        containerAriaLabel="Notifications"
        icons={{ close: <X size={18} strokeWidth={1.6} /> }}
        toastOptions={{
          unstyled: true,
          // Swiping with a mouse would select the text, and sonner ignores a swipe that selects.
          style: { userSelect: "none" },
          closeButtonAriaLabel: "Close",
          classNames: {
            toast:
              "grid font-sans w-[min(24rem,calc(100vw-2rem))] grid-cols-[1fr_auto] gap-x-4 rounded-[3px] bg-ink py-3.5 pr-3.5 pl-4.5 text-label text-on-ink shadow-float data-[type=error]:bg-alarm data-[type=error]:text-on-alarm",
            content: "col-start-1 row-start-1 grid gap-0.5 self-center",
            title: "font-medium",
            description: "text-small opacity-85",
            actionButton:
              "col-start-1 row-start-2 mt-2 min-h-9 justify-self-start max-md:min-h-11 text-small font-medium underline underline-offset-[.3em]",
            closeButton:
              "col-start-2 row-start-1 -mt-1 -mr-1 grid size-8 place-items-center self-start rounded-1",
          },
        }}
      />
      {/* Shows where the focus is while the region is empty. */}
      <p
        aria-hidden="true"
        className="fixed right-4 bottom-4 hidden rounded-[3px] border border-edge bg-paper px-4.5 py-3.5 text-label text-ink-2 outline-2 outline-offset-2 outline-accent [section:empty:focus+&]:block"
      >
        {siteMessages.noNotifications}
      </p>
    </div>
  );
}

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(phoneQuery);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

function readIsPhone(): boolean {
  return matchMedia(phoneQuery).matches;
}

/** Sonner dismisses after 45 px, or less for a quick flick. It reads the distance from the toast. */
function undoShortSwipe({ target }: PointerEvent): void {
  const toast = target instanceof Element && target.closest<HTMLElement>("[data-sonner-toast]");
  if (!toast) return;
  const distancePx = Number.parseFloat(toast.style.getPropertyValue(swipedDistance));
  if (distancePx < swipeThresholdPx) toast.style.setProperty(swipedDistance, "0px");
}

/**
 * Sonner focuses its list of toasts, which exists only while there are any. Without a toast, the hotkey
 * focuses the region around the list, and Escape returns focus to where it was.
 */
function useRegionHotkey() {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    let previous: Element | null = null;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const { current } = region;
      const isFocused = document.activeElement === current;
      if (key === hotkey && current?.childElementCount === 0 && !isFocused) {
        previous = document.activeElement;
        // The region is at the end of the page.
        current.focus({ preventScroll: true });
      }
      if (key === "Escape" && isFocused && previous instanceof HTMLElement) previous.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return region;
}
