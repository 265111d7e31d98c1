"use client";

import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { articleMessages } from "@/lib/messages/site";

const { copyLink, linkCopied, copyFailed, share } = articleMessages;

/** How long the copy button says what happened. */
const noticeMs = 3_000;

const neverChanges = () => () => undefined;

function useBrowserHas(feature: "clipboard" | "share"): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => feature in navigator,
    () => false,
  );
}

export type ShareButtonsProps = {
  path: string;
  title: string;
  copyIcon: ReactNode;
  shareIcon: ReactNode;
};

/**
 * Copies the link, or opens the browser's own share sheet. Each button appears once the page's scripts run,
 * if the browser supports it. Their space is reserved, so that nothing moves.
 */
export function ShareButtons({ path, title, copyIcon, shareIcon }: ShareButtonsProps) {
  const [notice, setNotice] = useState("");
  const canCopy = useBrowserHas("clipboard");
  const canShare = useBrowserHas("share");
  useEffect(() => {
    if (notice === "") return undefined;
    const timer = setTimeout(() => setNotice(""), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const url = () => new URL(path, location.href).href;
  const copy = () =>
    void navigator.clipboard.writeText(url()).then(
      () => setNotice(linkCopied),
      () => setNotice(copyFailed),
    );
  // Closing the sheet without sharing rejects, too.
  const openSheet = () => void navigator.share({ title, url: url() }).catch(() => undefined);
  const look = `${buttonClass({ variant: "line" })} max-sm:flex-1 sm:first:min-w-38`;
  return (
    <div className="mt-10 flex min-h-11 gap-3 print:hidden [@media(scripting:none)]:hidden">
      {canCopy && (
        <button type="button" className={look} onClick={copy}>
          {copyIcon}
          {notice || copyLink}
        </button>
      )}
      <output className="sr-only">{notice}</output>
      {canShare && (
        <button type="button" className={look} onClick={openSheet}>
          {shareIcon}
          {share}
        </button>
      )}
    </div>
  );
}
