import { Markdown } from "@/lib/markdown/markdown";
import type { MarkdownRoot } from "@/lib/markdown/parse";
import { unsubscribeUrlPlaceholder } from "@/lib/domain/ports/briefing-renderer";
import { briefingEmail as messages } from "@/lib/messages/emails";
import { mailMarkdownComponents } from "./markdown-components";
import {
  HoldCompounds,
  LayoutTable,
  Lines,
  MailButton,
  MailLink,
  Opening,
  renderMailHtml,
} from "./shell";
import { mailColors, mailType } from "./theme";

/** Content of the briefing email. */
export type BriefingHtml = {
  siteUrl: string;
  subject: string;
  /** Such as `Wed, Nov 18`. */
  dateline: string;
  /** The daily message, one line per entry. */
  lead: readonly string[];
  post: {
    title: string;
    /** URL of the post on the site. */
    url: string;
    /** Already cut to the size limit. */
    content: MarkdownRoot;
    isCut: boolean;
  } | null;
  /** About days off; null if there are none. */
  gap: string | null;
};

const hairline = `1px solid ${mailColors.hairline}`;
const numbered = /^(\d{1,2}[.)])\s+(.*)$/;

function LeadLine({ line, isFirst }: { line: string; isFirst: boolean }) {
  const [, number, headline] = numbered.exec(line) ?? [];
  const cell = {
    ...mailType.lead,
    ...(isFirst ? { padding: "22px 0 14px" } : { padding: "14px 0", borderTop: hairline }),
  };
  return (
    <tr>
      <td
        className="hair quiet"
        width={32}
        valign="top"
        style={{ ...cell, color: mailColors.inkQuiet }}
      >
        {`${number} `}
      </td>
      <td className="hair ink" style={cell}>
        <HoldCompounds>{headline ?? ""}</HoldCompounds>
      </td>
    </tr>
  );
}

/** The message: numbered lines as rows with rules, anything else as one paragraph. */
function Lead({ lines }: { lines: readonly string[] }) {
  const headlines = lines.filter((line) => line.trim() !== "");
  if (headlines.length > 0 && headlines.every((line) => numbered.test(line))) {
    return (
      <LayoutTable dir="auto">
        {headlines.map((line, index) => (
          <LeadLine key={index} line={line} isFirst={index === 0} />
        ))}
      </LayoutTable>
    );
  }
  return (
    <Opening>
      <Lines lines={lines} />
    </Opening>
  );
}

function Story({ post }: { post: NonNullable<BriefingHtml["post"]> }) {
  // A numbered heading has its own rule; other content needs one below the headlines.
  const [first] = post.content.children;
  const isStory = first?.type === "heading" && first.depth === 2;
  const opening = isStory ? {} : { borderTop: hairline, paddingTop: "20px" };
  return (
    <>
      <h1 className="ink" dir="auto" style={{ ...mailType.title, margin: "24px 0 28px" }}>
        <HoldCompounds>{post.title}</HoldCompounds>
      </h1>
      <LayoutTable>
        <tr>
          <td className="hair ink" style={{ ...mailType.body, ...opening }}>
            <Markdown
              content={post.content}
              baseUrl={post.url}
              components={mailMarkdownComponents}
            />
            {post.isCut ? (
              <p style={{ margin: "0 0 16px" }}>
                <MailLink href={post.url}>{messages.continueReading}</MailLink>
              </p>
            ) : null}
          </td>
        </tr>
      </LayoutTable>
      <MailButton href={post.url}>{messages.readMore}</MailButton>
      <p className="quiet" style={{ ...mailType.label, margin: 0 }}>
        {post.isCut ? messages.isCut : messages.readOnWeb}
      </p>
    </>
  );
}

function BriefingFooter({ siteUrl }: { siteUrl: string }) {
  return (
    <>
      {messages.reason}
      <br />
      <MailLink href={`${siteUrl}/account`}>{messages.account}</MailLink> &nbsp;·&nbsp;{" "}
      <MailLink href={unsubscribeUrlPlaceholder} isPersonal>
        {messages.unsubscribe}
      </MailLink>
      <br />
      <br />
      {messages.billing}
    </>
  );
}

/** The HTML of the briefing email, with placeholders for each subscriber's own links. */
export function renderBriefingHtml(briefing: BriefingHtml): string {
  const { siteUrl, subject, dateline, lead, post, gap } = briefing;
  return renderMailHtml({
    siteUrl,
    title: subject,
    label: dateline,
    footer: <BriefingFooter siteUrl={siteUrl} />,
    body: (
      <>
        <Lead lines={lead} />
        {post ? <Story post={post} /> : null}
        {gap === null ? null : (
          <p
            className="hair ink"
            style={{
              ...mailType.body,
              borderTop: hairline,
              margin: "24px 0 0",
              paddingTop: "20px",
            }}
          >
            {gap}
          </p>
        )}
      </>
    ),
  });
}
