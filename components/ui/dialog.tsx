"use client";

import { X } from "./icons";
import { Dialog as Primitive } from "radix-ui";
import { useRef, type ReactNode, type RefObject } from "react";
import { ActionError } from "../feedback/action-error";
import { buttonClass } from "./button-class";
import { classNames } from "./class-names";

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Why the action failed. */
  failure?: string | undefined;
  /** The buttons, the destructive one last. The safe one has `data-autofocus` and gets focus first. */
  actions: ReactNode;
  /** Where focus goes on close, if the element that opened the dialog may be gone. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

/** A modal dialog. Focus stays inside, Escape closes it, and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, failure, actions, returnFocusTo } =
    props;
  // The library returns focus only to its own trigger, and screens open this dialog without one.
  const openedFrom = useRef<Element | null>(null);
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          onOpenAutoFocus={(event) => {
            openedFrom.current = document.activeElement;
            focusSafeAction(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = returnFocusTo?.current ?? openedFrom.current;
            if (target instanceof HTMLElement) target.focus();
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(33rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-1 border-t-[3px] border-ink bg-sheet forced-colors:border-x forced-colors:border-b px-5 py-6 text-ink shadow-float sm:p-8"
        >
          <Primitive.Title className="pr-8 text-[1.75rem] leading-[2.125rem] tracking-[-.014em]">
            {title}
          </Primitive.Title>
          {description && (
            <Primitive.Description className="mt-3 text-ink-2">{description}</Primitive.Description>
          )}
          {children && <div className="mt-6">{children}</div>}
          <ActionError className="mt-6">{failure}</ActionError>
          <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">{actions}</div>
          <Primitive.Close
            aria-label="Close"
            className={classNames(
              buttonClass({ variant: "icon" }),
              "absolute! top-3 right-3 border-transparent!",
            )}
          >
            <X size={18} strokeWidth={1.6} />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function focusSafeAction(event: Event): void {
  const { currentTarget } = event;
  if (!(currentTarget instanceof HTMLElement)) return;
  const safeAction = currentTarget.querySelector<HTMLElement>("[data-autofocus]");
  if (!safeAction) return;
  event.preventDefault();
  safeAction.focus();
}
