import { toast } from "sonner";

/** docs/product-spec.md, section 16. */
export const toastDurationMs = 5_000;

export type Notice = {
  title: string;
  description?: string;
  /** `destructive` for failures; screen readers announce it immediately. */
  variant?: "default" | "destructive";
  action?: { label: string; onPress: () => void };
};

let shownId: string | number | undefined;

/** Shows a toast, replacing the current one. Needs a `Toaster` on the page. */
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
