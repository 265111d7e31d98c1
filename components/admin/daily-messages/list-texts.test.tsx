import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { dailyMessages, editorCalendar } from "@/lib/client/daily-messages";
import type { DailyMessageRow } from "@/lib/contracts/daily-messages";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { MessageList } from "./message-list";
import { NextBriefingStrip } from "./next-briefing-strip";

const noop = () => undefined;

function message(date: string, change: Partial<DailyMessageRow> = {}): DailyMessageRow {
  const id = Number(date.replaceAll("-", ""));
  const createdAt = "2026-11-01T00:00:00.000Z";
  const saved = { id, date, message: `For ${date}`, isActive: true, createdAt, updatedAt: null };
  return { ...saved, isSent: false, ...change };
}

function render(client: QueryClient, element: ReactNode): string {
  return renderToStaticMarkup(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
}

describe("the list of messages", () => {
  const list = (...messages: DailyMessageRow[]) => {
    const client = new QueryClient();
    client.setQueryData(dailyMessages().queryKey, {
      pages: [{ messages, totalCount: messages.length }],
      pageParams: [0],
    });
    return renderedText(
      render(
        client,
        <MessageList
          today={{ editorDate: "2026-11-18", newYorkDate: "2026-11-18" }}
          openId={null}
          onNew={noop}
          onEdit={noop}
        />,
      ),
    );
  };

  it("separates what is to come from the past", () => {
    const text = list(message("2026-11-19"), message("2026-11-18"), message("2026-11-17"));
    expect(text).toMatch(/Upcoming.*Nov 19.*Nov 18.*Today.*Past.*Nov 17/s);
    expect(list(message("2026-11-19"))).not.toContain("Past");
    expect(list(message("2026-11-17"))).not.toContain("Upcoming");
  });

  it.each([
    [{ isSent: true }, "Sent", /Active|Inactive/],
    [{ isSent: false }, "Not sent", /Inactive/],
    [{ isSent: false, isActive: false }, "Not sent", /\bActive/],
  ])("says about a past message with %j: %s", (change, state, absent) => {
    const text = list(message("2026-11-17", change));
    expect(text).toContain(state);
    expect(text).not.toMatch(absent);
  });

  it("says only Active or Inactive about one that is still to come", () => {
    const text = list(message("2026-11-19"), message("2026-11-20", { isActive: false }));
    expect(text).toMatch(/Active.*Inactive/s);
    expect(text).not.toMatch(/[Ss]ent/);
  });
});

describe("the next briefing on other screens", () => {
  const day = {
    date: "2099-11-19",
    isWeekday: true,
    isDayOff: false,
    holiday: null,
    hasStarted: false,
    isOver: false,
  };
  const strip = (change: object) => {
    const client = new QueryClient();
    const next = { ...day, messages: [], posts: [], ...change };
    client.setQueryData(editorCalendar().queryKey, {
      now: "2099-11-18T20:40:00.000Z",
      newYorkDate: "2099-11-18",
      siteUrl: "http://localhost",
      longestMessage: 1_569,
      emailLeadMinutes: 15,
      today: null,
      next: {
        opensAt: "2099-11-19T07:45:00.000Z",
        freeDate: "2099-11-19",
        day: next,
        smsText: null,
        late: [],
      },
      days: [],
    });
    return render(client, <NextBriefingStrip onEditPost={noop} />);
  };

  it("shows its first headline, when it's due, and buttons for its message and its post", () => {
    const html = strip({
      messages: [message("2099-11-19", { message: "1. One\n2. Two" })],
      posts: [{ id: 4, slug: "k8", title: "A" }],
    });
    const text = renderedText(html);
    for (const part of ["Thu, Nov 19", "Active", "Due in 11 h", "One", "Edit post k8"]) {
      expect(text).toContain(part);
    }
    const links = renderedTags(html).map(({ attributes }) => attributes.get("href"));
    expect(links).toContain("/daily-messages-admin?edit=2099-11-19");
    expect(text).toContain("Edit message");
  });

  it("says that nothing is written yet", () => {
    const text = renderedText(strip({}));
    expect(text).toContain("Nothing written yet.");
    expect(text).toContain("Write Thursday’s message");
  });
});
