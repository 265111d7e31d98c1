import type { ReactNode } from "react";
import type { RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { wrapText } from "@/lib/markdown/wrap-text";
import { emailFooter } from "@/lib/messages/emails";
import { renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** An email to one person, as HTML and as text. */
export type Notice = {
  siteUrl: string;
  subject: string;
  label: string;
  body: ReactNode;
  /** The same as `body`, for the text part. */
  paragraphs: readonly string[];
  /** Why the recipient gets this email; the postal address is added below it. */
  footer: string;
};

/** Renders an email. Its text part is wrapped at 72 characters. */
export function renderNotice({ paragraphs, subject, ...rest }: Notice): RenderedNotice {
  const html = renderMailHtml({ ...rest, title: subject });
  const end = ["--", `${rest.footer}\n${emailFooter.legal}`];
  const text = `${wrapText([...paragraphs, ...end].join("\n\n"), 72)}\n`;
  return { subject, html, text };
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
      {children}
    </p>
  );
}

/** Below the button. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
      {children}
    </p>
  );
}
