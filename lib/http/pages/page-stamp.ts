import { londonToday } from "@/lib/domain/posts/post-dates";
import {
  pageSubjects,
  type PageSubject,
  type PageVersions,
} from "@/lib/platform/database/page-versions";

/**
 * Response header that names what a page was rendered from, such as
 * `71-1795411200000 2026-11-23 posts=12 daily_messages=3`: the process, the date in London, and the
 * version of each subject. The page cache stores it with the page, and the web server removes it from
 * the response.
 */
export const pageStampHeader = "x-page-stamp";

// A page that an earlier process or another one stored on the disk may be from another database.
const processStamp = `${process.pid}-${Math.round(performance.timeOrigin)}`;

type Versions = Pick<PageVersions, "versionOf">;

/**
 * The stamp of a page that is rendered now. Undefined while a version isn't known.
 *
 * @param subjects what the page shows
 */
export function pageStamp(
  subjects: readonly PageSubject[],
  versions: Versions,
  now: Date,
): string | undefined {
  const parts = [processStamp, londonToday(now)];
  for (const subject of new Set(subjects)) {
    const version = versions.versionOf(subject);
    if (version === undefined) return undefined;
    parts.push(`${subject}=${version}`);
  }
  return parts.join(" ");
}

/** Whether nothing that the stamped page shows has changed since. */
export function isCurrentStamp(stamp: string, versions: Versions, now: Date): boolean {
  const [renderedBy, date, ...parts] = stamp.split(" ");
  if (renderedBy !== processStamp || date !== londonToday(now)) return false;
  return parts.every((part) => isCurrentPart(part, versions));
}

function isCurrentPart(part: string, versions: Versions): boolean {
  const [name, version] = part.split("=");
  const subject = pageSubjects.find((each) => each === name);
  return subject !== undefined && versions.versionOf(subject) === version;
}
