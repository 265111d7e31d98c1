import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MonthPage } from "@/components/reading/archive/month-page";
import { formatLongMonth } from "@/lib/calendar/format";
import { monthPath } from "@/lib/contracts/reading/post-search";
import { archiveMessages, postNotFoundMessages } from "@/lib/messages/site";
import { readMonthPage, readMonths } from "@/lib/http/pages/archive-pages";

type Props = { params: Promise<{ month: string }> };

export async function generateStaticParams(): Promise<{ month: string }[]> {
  return (await readMonths()).slice(0, 12).map(({ month }) => ({ month }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await readMonthPage((await params).month);
  if (!view) return { title: postNotFoundMessages.title, robots: { index: false } };
  const name = formatLongMonth(view.month, { withYear: true });
  return {
    title: archiveMessages.monthTitle(name),
    alternates: { canonical: monthPath(view.month) },
  };
}

/** `/read/month/{YYYY-MM}` */
export default async function PostsOfMonthPage({ params }: Props) {
  const view = await readMonthPage((await params).month);
  if (!view) notFound();
  return <MonthPage {...view} />;
}
