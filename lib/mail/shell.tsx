/* oxlint-disable jsx-a11y/control-has-associated-label -- cells of layout tables aren't controls */
import { lazy, type CSSProperties, type ReactElement, type ReactNode } from "react";
import { brand } from "@/lib/brand";
import { emailFooter } from "@/lib/messages/emails";
import { mailColors, mailStyleSheet, mailType } from "./theme";

// react-email depends on Tailwind and a syntax highlighter, which take a second to load and a lot of
// memory: only processes that render emails should load it.
const loadReactEmail = () => import("react-email");
const Html = lazy(async () => ({ default: (await loadReactEmail()).Html }));
const Head = lazy(async () => ({ default: (await loadReactEmail()).Head }));
const Preview = lazy(async () => ({ default: (await loadReactEmail()).Preview }));

const bare: CSSProperties = { fontSize: 0, lineHeight: 0 };

/** A table for layout only: no spacing, and ignored by screen readers. */
export function LayoutTable({
  children,
  width = "100%",
  style,
}: {
  children: ReactNode;
  width?: string | number;
  style?: CSSProperties;
}) {
  return (
    <table
      role="presentation"
      width={width}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      {...(style ? { style } : {})}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

function MarkBar({ width }: { width: number }) {
  return (
    <tr>
      <td height={3} style={{ ...bare, height: "3px" }}>
        <LayoutTable width={width}>
          <tr>
            <td
              className="bar"
              width={width}
              height={3}
              style={{
                ...bare,
                width: `${width}px`,
                height: "3px",
                backgroundColor: mailColors.ink,
              }}
            >
              &nbsp;
            </td>
          </tr>
        </LayoutTable>
      </td>
    </tr>
  );
}

function MarkGap() {
  return (
    <tr>
      <td height={6} style={{ ...bare, height: "6px" }}>
        &nbsp;
      </td>
    </tr>
  );
}

/** The logo as table cells, so that it shows with images off. */
function MailMark() {
  return (
    <table
      role="presentation"
      aria-hidden="true"
      width={24}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ width: "24px" }}
    >
      <tbody>
        <MarkBar width={18} />
        <MarkGap />
        <MarkBar width={24} />
        <MarkGap />
        <MarkBar width={12} />
      </tbody>
    </table>
  );
}

function Masthead({ label }: { label: string | undefined }) {
  const cell: CSSProperties = { paddingBottom: "14px" };
  return (
    <LayoutTable>
      <tr>
        <td width={36} style={{ ...cell, width: "36px" }}>
          <MailMark />
        </td>
        <td className="ink" style={{ ...cell, ...mailType.wordmark }}>
          {brand.name}
        </td>
        <td
          className="quiet"
          align="right"
          style={{ ...cell, ...mailType.label, whiteSpace: "nowrap" }}
        >
          {label}
        </td>
      </tr>
      <tr>
        <td
          colSpan={3}
          className="thick"
          style={{ ...bare, borderTop: `3px solid ${mailColors.ink}` }}
        >
          &nbsp;
        </td>
      </tr>
    </LayoutTable>
  );
}

function Footer({ children }: { children: ReactNode }) {
  return (
    <LayoutTable style={{ marginTop: "40px" }}>
      <tr>
        <td
          className="hair quiet"
          style={{
            ...mailType.label,
            lineHeight: "21px",
            borderTop: `1px solid ${mailColors.hairline}`,
            paddingTop: "20px",
          }}
        >
          {children}
        </td>
      </tr>
    </LayoutTable>
  );
}

/** A link in an email. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="ink" href={href} style={{ color: mailColors.ink, textDecoration: "underline" }}>
      {children}
    </a>
  );
}

/** The button of an email. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LayoutTable width="auto" style={{ margin: "28px 0 8px" }}>
      <tr>
        <td className="go" style={{ backgroundColor: mailColors.accent, borderRadius: "3px" }}>
          <a
            href={href}
            style={{
              ...mailType.label,
              display: "inline-block",
              padding: "15px 26px",
              fontSize: "16px",
              lineHeight: "22px",
              fontWeight: 600,
              color: mailColors.paper,
              textDecoration: "none",
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </LayoutTable>
  );
}

/** Props of `MailShell`. */
export type MailShellProps = {
  /** Without a trailing slash. */
  siteUrl: string;
  /** Title of the document: the subject. */
  title: string;
  /** The text that inboxes show after the subject. */
  preview: string;
  /** Shown at the top right, such as `Wed, Nov 18`. */
  label?: string | undefined;
  children: ReactNode;
  /** Why the recipient gets this email; the postal address is added below it. */
  footer: ReactNode;
};

/**
 * The layout of every email: one column of 600 pixels, logo and label, footer with the postal
 * address. Light or dark, following the email client.
 */
export function MailShell(props: MailShellProps) {
  const { siteUrl, title, preview, label, children, footer } = props;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: mailStyleSheet(siteUrl) }} />
      </Head>
      <body
        className="bg"
        style={{
          margin: 0,
          padding: 0,
          backgroundColor: mailColors.paper,
          WebkitTextSizeAdjust: "100%",
        }}
      >
        <Preview useTitleTag={false}>{preview}</Preview>
        <table
          role="presentation"
          className="bg"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          style={{ backgroundColor: mailColors.paper }}
        >
          <tbody>
            <tr>
              <td align="center">
                <LayoutTable width={600} style={{ width: "100%", maxWidth: "600px" }}>
                  <tr>
                    <td
                      className="pad"
                      align="left"
                      style={{ padding: "32px 24px 40px", wordBreak: "break-word" }}
                    >
                      <Masthead label={label} />
                      {children}
                      <Footer>
                        {footer}
                        <br />
                        {emailFooter.legal}
                      </Footer>
                    </td>
                  </tr>
                </LayoutTable>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </Html>
  );
}

/** Renders an email built with `MailShell`. */
export async function renderMailHtml(element: ReactElement): Promise<string> {
  const { render } = await loadReactEmail();
  return render(element);
}
