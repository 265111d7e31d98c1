import { toast } from "sonner";

/** How long a toast stays (spec, section 9). */
export const toastDurationMs = 5_000;

/** What a toast says. */
export type Notice = {
  title: string;
  description?: string;
  /** `destructive`: something failed. It is announced at once. */
  variant?: "default" | "destructive";
  /** One thing that can be done about it. */
  action?: { label: string; onPress: () => void };
};

let shownId: string | number | undefined;

/** Shows a toast in place of the one before it. Needs a `Toaster` on the page. */
export function notify({ title, description, variant = "default", action }: Notice): void {
  if (shownId !== undefined) toast.dismiss(shownId);
  const show = variant === "destructive" ? toast.error : toast;
  shownId = show(title, {
    duration: toastDurationMs,
    icon: null,
    ...(description ? { description } : {}),
    ...(action ? { action: { label: action.label, onClick: action.onPress } } : {}),
  });
}
