"use client";

import { ChevronDown } from "@/components/ui/icons";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type MenuProps = {
  /** What the button shows. */
  label: ReactNode;
  /** The button's name for screen readers, if `label` isn't one. */
  name?: string;
  hasArrow?: boolean;
  buttonClass: string;
  panelClass: string;
  className?: string;
  children: ReactNode;
};

/**
 * A button that shows and hides links below it. Escape, a click elsewhere, focus elsewhere, and another
 * page close it.
 */
export function Menu(props: MenuProps) {
  const { label, name, hasArrow = true, buttonClass, panelClass, className, children } = props;
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pathname = usePathname();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event) => {
      const isInside = event.target instanceof Node && root.current?.contains(event.target);
      if (!isInside) setOpenedAt(null);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenedAt(null);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);

  return (
    <div ref={root} className={classNames("relative", className)}>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={buttonClass}
        onClick={() => setOpenedAt(isOpen ? null : pathname)}
      >
        {label}
        {hasArrow && (
          <ChevronDown
            size={16}
            strokeWidth={1.6}
            className={classNames("transition-transform duration-200", isOpen && "rotate-180")}
          />
        )}
      </button>
      <div id={panelId} hidden={!isOpen} className={panelClass}>
        {children}
      </div>
    </div>
  );
}
