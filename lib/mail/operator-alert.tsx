import type { OperatorNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { wrapText } from "@/lib/markdown/wrap-text";
import { adminAlertEmail, operatorAlertEmail } from "@/lib/messages/emails";
import { renderMailHtml } from "./shell";
import { headerLine } from "./subject";
import { mailType } from "./theme";

/** An alert to the operator or an administrator, as plain text without links. */
export async function renderOperatorAlert(alert: OperatorNotice): Promise<RenderedNotice> {
  const messages = alert.isForAdmin ? adminAlertEmail : operatorAlertEmail;
  const subject = headerLine(alert.subject);
  const paragraphs = alert.body.trim().split(/\n{2,}/);
  const html = renderMailHtml({
    siteUrl: alert.siteUrl,
    title: subject,
    preview: headerLine(alert.body),
    label: messages.label,
    footer: messages.reason,
    body: (
      <>
        <h1
          className="ink"
          dir="auto"
          style={{ ...mailType.title, fontSize: "26px", lineHeight: "32px", margin: "20px 0" }}
        >
          {subject}
        </h1>
        {paragraphs.map((paragraph, index) => (
          <p
            key={index}
            className="ink"
            dir="auto"
            style={{ ...mailType.body, margin: "0 0 16px", whiteSpace: "pre-wrap" }}
          >
            {paragraph}
          </p>
        ))}
      </>
    ),
  });
  return { subject, html, text: `${wrapText(alert.body.trim(), 72)}\n` };
}
