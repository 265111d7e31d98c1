// Over 300 lines because mail programs need each part of the frame spelled out.
/* oxlint-disable jsx-a11y/control-has-associated-label -- cells of layout tables aren't controls */
import { Fragment, type CSSProperties, type ReactElement, type ReactNode } from "react";
import { brand } from "@/lib/brand";
import { splitCompounds } from "@/lib/markdown/compounds";
import { escapeMarkup, toMarkup } from "@/lib/markdown/markup";
import { emailFooter } from "@/lib/messages/emails";
import { breakLines } from "./line-breaks";
import { mailColors, mailStyleSheets, mailType, type MailStyle } from "./theme";

/** The style of an empty cell or block, which has the class name `gap`. */
function heightOf(pixels: number): CSSProperties {
  return { fontSize: `${pixels}px`, lineHeight: `${pixels}px` };
}

/** A table for layout only: no spacing, and ignored by screen readers. Its children are rows. */
export function LayoutTable({
  children,
  width = "100%",
  dir,
}: {
  children: ReactNode;
  /** `null` means as wide as its content. */
  width?: string | number | null;
  dir?: "auto";
}) {
  return (
    <table
      role="presentation"
      width={width ?? undefined}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      dir={dir}
    >
      {children}
    </table>
  );
}

/** Space between blocks. Outlook for Windows ignores the margins of tables. */
export function Spacer({ height }: { height: number }) {
  return (
    <div className="gap" style={heightOf(height)}>
      &nbsp;
    </div>
  );
}

function MarkBar({ width }: { width: number }) {
  const bar = { ...heightOf(3), backgroundColor: mailColors.ink };
  return (
    <tr>
      <td>
        <LayoutTable width={width}>
          <tr>
            <td className="bar gap" height={3} style={bar} />
          </tr>
        </LayoutTable>
      </td>
    </tr>
  );
}

function MarkGap() {
  return (
    <tr>
      <td className="gap" height={6} style={heightOf(6)} />
    </tr>
  );
}

/**
 * The logo, built from table cells so that it shows with images off, above a line. It has no text, not even a
 * space: inboxes show an email's first text after its subject.
 */
function Masthead() {
  return (
    <LayoutTable>
      <tr>
        <td
          className="thick"
          style={{ borderBottom: `3px solid ${mailColors.ink}`, paddingBottom: "14px" }}
        >
          <LayoutTable width={24}>
            <MarkBar width={18} />
            <MarkGap />
            <MarkBar width={24} />
            <MarkGap />
            <MarkBar width={12} />
          </LayoutTable>
        </td>
      </tr>
    </LayoutTable>
  );
}

/** The name and the label. At the top, they would be the inbox's preview. */
function Signature({ label }: { label: string }) {
  const cell: CSSProperties = {
    borderTop: `1px solid ${mailColors.hairline}`,
    paddingTop: "20px",
    paddingBottom: "10px",
  };
  return (
    <LayoutTable>
      <tr>
        <td className="hair ink" style={{ ...mailType.wordmark, ...cell }}>
          {brand.name}
        </td>
        <td
          className="hair quiet"
          align="right"
          style={{ ...mailType.label, ...cell, whiteSpace: "nowrap" }}
        >
          {label}
        </td>
      </tr>
    </LayoutTable>
  );
}

function Footer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Spacer height={40} />
      <Signature label={label} />
      <LayoutTable>
        <tr>
          <td className="quiet" style={{ ...mailType.label, lineHeight: "21px" }}>
            {children}
          </td>
        </tr>
      </LayoutTable>
    </>
  );
}

/** The first words of an email, which inboxes show after the subject. */
export function Opening({ children }: { children: ReactNode }) {
  return (
    <p className="ink" dir="auto" style={{ ...mailType.lead, margin: "24px 0 20px" }}>
      {children}
    </p>
  );
}

/** Lines of text with a line break between them. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      <HoldCompounds>{line}</HoldCompounds>
    </Fragment>
  ));
}

/** Text whose short compounds, such as `ten-year`, can't break at the hyphen. */
export function HoldCompounds({ children }: { children: string }) {
  return splitCompounds(children).map((part, index) =>
    index % 2 === 1 ? <NoWrap key={index}>{part}</NoWrap> : part,
  );
}

/** Text in one line. */
export function NoWrap({ children }: { children?: ReactNode }) {
  return <span style={{ whiteSpace: "nowrap" }}>{children}</span>;
}

/** A link in an email. */
export function MailLink({
  href,
  isPersonal = false,
  children,
}: {
  href: string;
  /** Whether it differs for each recipient: if so, Postmark never tracks it. */
  isPersonal?: boolean;
  children: ReactNode;
}) {
  return (
    <a
      className="ink"
      href={href}
      style={{ color: mailColors.ink, textDecoration: "underline" }}
      {...(isPersonal && { "data-pm-no-track": "" })}
    >
      {children}
    </a>
  );
}

const buttonPadding = "15px 26px";

/**
 * The button of an email. Outlook for Windows ignores the padding of links, so there the cell has it;
 * elsewhere the link has it, so that the whole button can be clicked.
 */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const cell: MailStyle = {
    backgroundColor: mailColors.accent,
    borderRadius: "3px",
    msoPaddingAlt: buttonPadding,
  };
  const link: MailStyle = {
    ...mailType.label,
    display: "inline-block",
    padding: buttonPadding,
    msoPaddingAlt: "0",
    fontSize: "16px",
    lineHeight: "22px",
    fontWeight: 600,
    color: mailColors.paper,
    textDecoration: "none",
  };
  return (
    <>
      <Spacer height={28} />
      <LayoutTable width={null}>
        <tr>
          <td className="go" align="center" style={cell}>
            <a href={href} style={link}>
              {children}
            </a>
          </td>
        </tr>
      </LayoutTable>
      <Spacer height={8} />
    </>
  );
}

/** Content of an email. */
export type MailContent = {
  /** Without a trailing slash. */
  siteUrl: string;
  /** Title of the document: the subject. */
  title: string;
  /** Shown next to the name below the body, such as `Wed, Nov 18`. */
  label: string;
  /** Inboxes show its beginning after the subject, so it shouldn't repeat the subject. */
  body: ReactNode;
  /** Why the recipient gets this email; the postal address is added below it. */
  footer: ReactNode;
};

function Column({ label, body, footer }: MailContent): ReactElement {
  return (
    <table
      role="presentation"
      align="center"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ maxWidth: "600px", margin: "0 auto" }}
    >
      <tr>
        <td className="pad" style={{ padding: "32px 24px 40px", wordBreak: "break-word" }}>
          <Masthead />
          {body}
          <Footer label={label}>
            {footer}
            <br />
            {emailFooter.legal}
          </Footer>
        </td>
      </tr>
    </table>
  );
}

// Outlook for Windows otherwise scales the email with the screen, adds space around tables, makes
// gaps as high as a line of text, and ignores `max-width`.
const outlookHead = `<!--[if mso]><xml>
<o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office">
<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<style>table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}
.gap{mso-line-height-rule:exactly}</style><![endif]-->`;
const outlookColumn = `<!--[if mso]><table role="presentation" align="center" width="600"
cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const outlookColumnEnd = "<!--[if mso]></td></tr></table><![endif]-->";

/**
 * Escapes non-ASCII characters, so that no transfer encoding can damage them and no provider declares ISO
 * 8859-1, which Gmail clips at any size (sendgrid/sendgrid-nodejs #1231, hteumeuleu/email-bugs #113). Letters
 * of other scripts stay: an email with them is UTF-8 anyway, and escaping would double its length.
 */
function escapeSigns(html: string): string {
  return html.replaceAll(
    /[\u0080-\u036f]|(?![\p{L}\p{M}])[\u0370-\u{10ffff}]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  );
}

/**
 * The HTML of an email, in short lines: one column of 600 pixels with the logo, the content, and a footer
 * with the name and the postal address. Light or dark, following the email client.
 */
export function renderMailHtml(content: MailContent): string {
  const { siteUrl, title } = content;
  const page = `margin:0;padding:0;background-color:${mailColors.paper}`;
  const html = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="x-apple-disable-message-reformatting" content="">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeMarkup(title)}</title>`,
    ...mailStyleSheets(siteUrl).map((sheet) => `<style>${sheet}</style>`),
    outlookHead,
    `</head><body class="bg" style="${page};-webkit-text-size-adjust:100%">`,
    `<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" style="${page}"><tr><td>`,
    outlookColumn,
    toMarkup(<Column {...content} />),
    outlookColumnEnd,
    "</td></tr></table></body></html>",
  ].join("\n");
  return breakLines(escapeSigns(html));
}
