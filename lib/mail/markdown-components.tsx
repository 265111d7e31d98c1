import { Children, cloneElement, isValidElement, type CSSProperties, type ReactNode } from "react";
import type { MarkdownComponents } from "@/lib/markdown/markdown";
import { LayoutTable, MailLink } from "./shell";
import { mailColors, mailType, sans, serif } from "./theme";

type Styled = { style?: CSSProperties };

const hairline = `1px solid ${mailColors.hairline}`;
const inkLine = `1px solid ${mailColors.ink}`;

/** Styles the last element of a block: email clients don't support `:last-child`. */
function styleLast(children: ReactNode, style: CSSProperties): ReactNode {
  const nodes = Children.toArray(children);
  const last = nodes.findLastIndex((node) => isValidElement(node));
  return nodes.map((node, index) =>
    index === last && isValidElement<Styled>(node)
      ? cloneElement(node, { style: { ...node.props.style, ...style } })
      : node,
  );
}

function countElements(children: ReactNode): number {
  return Children.toArray(children).filter((node) => isValidElement(node)).length;
}

function StoryHeading({ number, children }: { number: number; children: ReactNode }) {
  return (
    <h2
      className="ink hair"
      style={{
        margin: "36px 0 8px",
        padding: "20px 0 0 32px",
        textIndent: "-32px",
        borderTop: hairline,
        fontFamily: serif,
        fontSize: "24px",
        lineHeight: "30px",
        fontWeight: 500,
        letterSpacing: "-.2px",
        color: mailColors.ink,
      }}
    >
      <span
        className="quiet"
        style={{
          display: "inline-block",
          width: "32px",
          textIndent: 0,
          fontWeight: 400,
          color: mailColors.inkQuiet,
        }}
      >
        {`${number} `}
      </span>
      {children}
    </h2>
  );
}

function SmallHeading({ children }: { children: ReactNode }) {
  return (
    <h3
      className="ink"
      style={{
        margin: "24px 0 8px",
        fontFamily: serif,
        fontSize: "20px",
        lineHeight: "26px",
        fontWeight: 600,
        color: mailColors.ink,
      }}
    >
      {children}
    </h3>
  );
}

const attribution: CSSProperties = {
  ...mailType.label,
  fontStyle: "normal",
  color: "inherit",
  margin: 0,
};

function Quote({ children }: { children: ReactNode }) {
  return (
    <LayoutTable style={{ margin: "8px 0 20px" }}>
      <tr>
        <td
          className="edge ink"
          style={{
            ...mailType.lead,
            lineHeight: "30px",
            fontStyle: "italic",
            borderLeft: `3px solid ${mailColors.accent}`,
            padding: "2px 0 2px 18px",
          }}
        >
          {styleLast(children, countElements(children) > 1 ? attribution : { margin: 0 })}
        </td>
      </tr>
    </LayoutTable>
  );
}

/**
 * Renders Markdown in emails: inline styles and layout tables, which every client supports.
 * Paragraphs inherit their text style from the cell around them.
 *
 * @param storyOffsets offsets of the second-level headings in the source; these get numbers
 */
export function mailMarkdownComponents(storyOffsets: readonly number[]): MarkdownComponents {
  return {
    p: ({ children, style }) => <p style={{ margin: "0 0 16px", ...style }}>{children}</p>,
    h1: ({ children }) => <SmallHeading>{children}</SmallHeading>,
    h2: ({ children, node }) => {
      const number = storyOffsets.indexOf(node?.position?.start.offset ?? -1) + 1;
      return number > 0 ? (
        <StoryHeading number={number}>{children}</StoryHeading>
      ) : (
        <SmallHeading>{children}</SmallHeading>
      );
    },
    h3: ({ children }) => <SmallHeading>{children}</SmallHeading>,
    h4: ({ children }) => <SmallHeading>{children}</SmallHeading>,
    h5: ({ children }) => <SmallHeading>{children}</SmallHeading>,
    h6: ({ children }) => <SmallHeading>{children}</SmallHeading>,
    a: ({ href, children, ...rest }) =>
      "data-footnote-backref" in rest ? null : <MailLink href={href ?? ""}>{children}</MailLink>,
    strong: ({ children }) => <strong style={{ fontWeight: 600 }}>{children}</strong>,
    ul: ({ children, className }) => (
      <ul
        style={
          className?.includes("contains-task-list")
            ? { margin: "0 0 16px", padding: 0, listStyle: "none" }
            : { margin: "0 0 16px", padding: "0 0 0 22px" }
        }
      >
        {children}
      </ul>
    ),
    ol: ({ children, start }) => (
      <ol
        style={{ margin: "0 0 16px", padding: "0 0 0 26px" }}
        {...(start === undefined ? {} : { start })}
      >
        {children}
      </ol>
    ),
    li: ({ children }) => (
      <li style={{ margin: "0 0 6px" }}>{styleLast(children, { marginBottom: 0 })}</li>
    ),
    input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
    blockquote: ({ children }) => <Quote>{children}</Quote>,
    hr: () => (
      <LayoutTable style={{ margin: "24px 0" }}>
        <tr>
          <td className="hair" style={{ borderTop: hairline, fontSize: 0, lineHeight: 0 }}>
            &nbsp;
          </td>
        </tr>
      </LayoutTable>
    ),
    table: ({ children }) => (
      <table
        className="thick"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        border={0}
        style={{ margin: "4px 0 20px", borderTop: inkLine, borderBottom: inkLine }}
      >
        {children}
      </table>
    ),
    th: ({ children, style }) => (
      <th
        className="quiet"
        scope="col"
        style={{
          ...mailType.label,
          textAlign: "left",
          fontWeight: 400,
          padding: "9px 12px 9px 0",
          ...cellAlignment(style),
        }}
      >
        {children}
      </th>
    ),
    td: ({ children, style }) => (
      <td
        className="hair ink"
        style={{
          fontFamily: sans,
          fontSize: "15px",
          lineHeight: "20px",
          color: mailColors.ink,
          padding: "9px 12px 9px 0",
          borderTop: hairline,
          ...cellAlignment(style),
        }}
      >
        {children}
      </td>
    ),
    code: ({ children }) => (
      <code style={{ fontFamily: "Consolas,Menlo,monospace", fontSize: ".85em" }}>{children}</code>
    ),
    pre: ({ children }) => (
      <pre
        className="hair"
        style={{
          margin: "0 0 16px",
          padding: "12px 0",
          borderTop: hairline,
          borderBottom: hairline,
          lineHeight: "24px",
          whiteSpace: "pre-wrap",
        }}
      >
        {children}
      </pre>
    ),
    img: ({ src, alt }) => (
      // oxlint-disable-next-line next/no-img-element -- emails have no image optimizer
      <img
        src={typeof src === "string" ? src : ""}
        alt={alt ?? ""}
        loading="lazy"
        style={{ display: "block", maxWidth: "100%", height: "auto", border: 0 }}
      />
    ),
    sup: ({ children }) => <sup style={{ fontSize: "12px", lineHeight: 0 }}>{children}</sup>,
    section: ({ children }) => (
      <LayoutTable style={{ marginTop: "32px" }}>
        <tr>
          <td className="quiet" style={{ ...mailType.label, fontSize: "14px" }}>
            {children}
          </td>
        </tr>
      </LayoutTable>
    ),
  };
}

/** Right-aligned columns hold numbers: tabular digits, and the gap on the left instead of the right. */
function cellAlignment(style: CSSProperties | undefined): CSSProperties {
  return style?.textAlign === "right"
    ? { textAlign: "right", padding: "9px 0 9px 12px", fontVariantNumeric: "tabular-nums" }
    : { ...style };
}
