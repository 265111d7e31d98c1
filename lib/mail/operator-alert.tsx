import type { OperatorNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { adminAlertEmail, operatorAlertEmail } from "@/lib/messages/emails";
import { renderNotice } from "./notice";
import { Lines } from "./shell";
import { headerLine } from "./subject";
import { mailType } from "./theme";

/** An alert to the operator or an administrator, as plain text without links. */
export async function renderOperatorAlert(alert: OperatorNotice): Promise<RenderedNotice> {
  const messages = alert.isForAdmin ? adminAlertEmail : operatorAlertEmail;
  const paragraphs = alert.body.trim().split(/\n{2,}/);
  return renderNotice({
    siteUrl: alert.siteUrl,
    subject: headerLine(alert.subject),
    label: messages.label,
    footer: messages.reason,
    body: (
      <>
        {paragraphs.map((paragraph, index) => (
          <p
            key={index}
            className="ink"
            dir="auto"
            style={{ ...mailType.body, margin: `${index === 0 ? 24 : 0}px 0 16px` }}
          >
            <Lines lines={paragraph.split("\n")} />
          </p>
        ))}
      </>
    ),
    paragraphs,
  });
}
