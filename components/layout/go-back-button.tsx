"use client";

import type { ReactNode } from "react";

export type GoBackButtonProps = { className: string; children: ReactNode };

/**
 * Goes to the previous page; hidden without scripts, which it needs. Style and label are passed in
 * to keep this script small: it is part of every page.
 */
export function GoBackButton({ className, children }: GoBackButtonProps) {
  return (
    <button type="button" className={`${className} noscript:hidden`} onClick={() => history.back()}>
      {children}
    </button>
  );
}
