// Over 300 lines because it has one component for each kind of element.
import {
  Children,
  cloneElement,
  isValidElement,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from "react";
import type { MarkdownComponents, MarkdownElement } from "@/lib/markdown/markdown";
import { LayoutTable, MailLink, NoWrap, Spacer } from "./shell";
import { mailColors, mailType, sans, serif } from "./theme";

type Styled = { style?: CSSProperties };

const hairline = `1px solid ${mailColors.hairline}`;
// On both sides, because right-to-left lists have their markers on the right.
const listPadding = "0 24px";
/** In pixels: an email's width without its padding. */
const columnWidth = 552;
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
  const type: CSSProperties = {
    fontFamily: serif,
    fontSize: "24px",
    lineHeight: "30px",
    letterSpacing: "-.2px",
  };
  const cell: CSSProperties = { borderTop: hairline, padding: "20px 0 8px" };
  return (
    <>
      <Spacer height={20} />
      <LayoutTable dir="auto">
        <tr>
          <td
            className="quiet hair"
            width={32}
            valign="top"
            style={{ ...type, ...cell, color: mailColors.inkQuiet }}
          >
            {`${number} `}
          </td>
          <td className="hair" style={cell}>
            <h2
              className="ink"
              style={{ ...type, margin: 0, fontWeight: 500, color: mailColors.ink }}
            >
              {children}
            </h2>
          </td>
        </tr>
      </LayoutTable>
    </>
  );
}

function SmallHeading({ children }: { children: ReactNode }) {
  return (
    <h3
      className="ink"
      dir="auto"
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

type Direction = ComponentProps<"p">["dir"];

function Quote({ children, dir }: { children: ReactNode; dir: Direction }) {
  return (
    <>
      <LayoutTable>
        <tr>
          <td
            className="edge ink"
            dir={dir}
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
      <Spacer height={20} />
    </>
  );
}

/** Returns whether no item of a list needs a bullet. */
function isTaskList(list: MarkdownElement | undefined): boolean {
  const items = list?.children.filter((item) => item.type === "element") ?? [];
  return items.every(({ properties: { className } }) => {
    return Array.isArray(className) && className.includes("task-list-item");
  });
}

/** The property of a heading that numbers its story. */
export const storyNumber = "dataStory";

/**
 * Renders Markdown in emails: inline styles and layout tables, which every client supports.
 * Paragraphs inherit their text style from the cell around them.
 */
export const mailMarkdownComponents: MarkdownComponents = {
  p: ({ children, style, dir }) => (
    <p dir={dir} style={{ margin: "0 0 16px", ...style }}>
      {children}
    </p>
  ),
  h1: ({ children }) => <SmallHeading>{children}</SmallHeading>,
  h2: ({ children, node }) => {
    const number = node?.properties[storyNumber];
    return typeof number === "number" ? (
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
  ul: ({ children, node, dir }) => (
    <ul
      dir={dir}
      style={
        isTaskList(node)
          ? { margin: "0 0 16px", padding: 0, listStyle: "none" }
          : { margin: "0 0 16px", padding: listPadding }
      }
    >
      {children}
    </ul>
  ),
  ol: ({ children, start, dir }) => (
    <ol
      dir={dir}
      style={{ margin: "0 0 16px", padding: listPadding }}
      {...(start === undefined ? {} : { start })}
    >
      {children}
    </ol>
  ),
  li: ({ children }) => (
    <li style={{ margin: "0 0 6px" }}>{styleLast(children, { marginBottom: 0 })}</li>
  ),
  input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
  blockquote: ({ children, dir }) => <Quote dir={dir}>{children}</Quote>,
  hr: () => (
    <>
      <Spacer height={12} />
      <LayoutTable>
        <tr>
          <td className="hair" style={{ borderTop: hairline }}>
            <Spacer height={24} />
          </td>
        </tr>
      </LayoutTable>
    </>
  ),
  table: ({ children, dir }) => (
    <>
      <table
        className="thick"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        border={0}
        dir={dir}
        style={{ borderTop: inkLine, borderBottom: inkLine }}
      >
        {children}
      </table>
      <Spacer height={20} />
    </>
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
        ...cellAlignment(style, children),
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
        ...cellAlignment(style, children),
      }}
    >
      {children}
    </td>
  ),
  // Only the span around a compound passes through here.
  span: NoWrap,
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
  img: ({ src, alt, width }) => (
    // oxlint-disable-next-line next/no-img-element -- emails have no image optimizer
    <img
      src={typeof src === "string" ? src : ""}
      alt={alt ?? ""}
      // Outlook for Windows doesn't support `max-width`, and shows an image without a width at full size.
      // Elsewhere, `width` in the style counts.
      width={Math.min(Number(width ?? columnWidth), columnWidth)}
      style={{
        display: "block",
        ...(width === undefined ? { width: "auto" } : {}),
        maxWidth: "100%",
        height: "auto",
        border: 0,
        // In dark mode, transparent images need a light background, and alternative texts dark letters.
        backgroundColor: "#FFFFFF",
        color: mailColors.ink,
      }}
    />
  ),
  sub: ({ children }) => <sub style={{ fontSize: "12px", lineHeight: 0 }}>{children}</sub>,
  sup: ({ children }) => <sup style={{ fontSize: "12px", lineHeight: 0 }}>{children}</sup>,
  section: ({ children }) => (
    <>
      <Spacer height={16} />
      <LayoutTable>
        <tr>
          <td className="quiet" style={{ ...mailType.label, fontSize: "14px" }}>
            {children}
          </td>
        </tr>
      </LayoutTable>
    </>
  ),
};

function isShort(children: ReactNode): boolean {
  return typeof children === "string" && children.length <= 20;
}

/** Right-aligned columns contain numbers: tabular digits, and the gap on the left instead of the right. */
function cellAlignment(style: CSSProperties | undefined, children: ReactNode): CSSProperties {
  return style?.textAlign === "right"
    ? {
        textAlign: "right",
        padding: "9px 0 9px 12px",
        fontVariantNumeric: "tabular-nums",
        // Chromium breaks a line before a percent sign.
        ...(isShort(children) ? { whiteSpace: "nowrap" } : {}),
      }
    : { ...style };
}
