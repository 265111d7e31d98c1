import { describe, expect, it } from "vitest";
import { check } from "./check";
import type { Accepted, History, Input, Reported, Search } from "./history";

// Monday, November 23, 2026: 8:00 in New York is 13:00 UTC, in London 8:00.
const at = (time: string) => new Date(`2026-11-23T${time}Z`);
const before = new Date("2026-11-20T12:00:00Z");
const email = "jane@example.com";
const phone = "+14155550101";

const signUp = (more: Partial<Extract<Input, { kind: "signed_up" }>> = {}): Input => ({
  kind: "signed_up",
  at: before,
  person: "1",
  email,
  phone: null,
  timezone: "America/New_York",
  isOn: { email: true, sms: false },
  ...more,
});
const message = (text: string | null, when = before): Input => ({
  kind: "message",
  at: when,
  localDate: "2026-11-23",
  text,
});
const mail = (sentAt: Date, more: Partial<Accepted> = {}): Accepted => ({
  channel: "email",
  to: email,
  deliveryId: "email:2026-11-23:1",
  text: "Three stories",
  sentAt,
  acceptedAt: sentAt,
  ...more,
});
const text = (sentAt: Date, more: Partial<Accepted> = {}): Accepted =>
  mail(sentAt, { channel: "sms", to: phone, deliveryId: "sms:2026-11-23:1", ...more });

/** The violations' kinds. */
function kindsOf(inputs: Input[], journal: Accepted[], more: Partial<History> = {}): string[] {
  const history = { refused: [], troubles: [], emailLeadMinutes: 15, ...more };
  return check({ ...history, inputs, journal }).map(({ kind }) => kind);
}

const ready = [message("Three stories"), signUp()];
const withTexts = [message("Three stories"), signUp({ phone, isOn: { email: false, sms: true } })];

describe("the checker", () => {
  it("accepts one briefing in its window", () => {
    expect(kindsOf(ready, [mail(at("12:45:00"))])).toEqual([]);
  });

  it("finds a briefing that never came", () => {
    expect(kindsOf(ready, [])).toEqual(["lost"]);
  });

  it("finds a second copy", () => {
    expect(kindsOf(ready, [mail(at("12:45:00")), mail(at("12:46:00"))])).toEqual(["doubled"]);
  });

  it("finds a text a millisecond before 8:00 and one at 10:00", () => {
    expect(kindsOf(withTexts, [text(at("12:59:59.999"))])).toEqual(["early"]);
    expect(kindsOf(withTexts, [text(at("13:00:00"))])).toEqual([]);
    expect(kindsOf(withTexts, [text(at("15:00:00"))])).toEqual(["late"]);
  });

  it("finds a text that arrived more than 45 minutes after it was sent", () => {
    const arriving = (time: string) =>
      kindsOf(withTexts, [text(at("14:50:00"), { arrivedAt: at(time) })]);
    expect(arriving("15:35:00")).toEqual([]);
    expect(arriving("15:35:01")).toEqual(["late"]);
  });

  it("follows daylight saving time", () => {
    const october = new Date("2026-10-20T12:00:00Z");
    const inputs: Input[] = [
      { kind: "message", at: october, localDate: "2026-10-26", text: "Three stories" },
      signUp({ timezone: "Europe/London", at: october }),
    ];
    const sentAt = (time: string) => new Date(`2026-10-26T${time}Z`);
    const sent = (time: string) =>
      kindsOf(inputs, [mail(sentAt(time), { deliveryId: "email:2026-10-26:1" })]);
    expect(sent("07:30:00")).toEqual(["early"]);
    expect(sent("08:30:00")).toEqual([]);
  });

  it("finds a message to someone who stopped eleven seconds before, not nine", () => {
    const stopped = (time: string): Input[] => [
      ...withTexts,
      { kind: "suppressed", at: at(time), channel: "sms", address: phone, isSuppressed: true },
    ];
    expect(kindsOf(stopped("13:00:00"), [text(at("13:00:11"))])).toEqual(["unwanted"]);
    expect(kindsOf(stopped("13:00:00"), [text(at("13:00:09"))])).toEqual([]);
    expect(kindsOf(stopped("13:00:00"), [])).toEqual([]);
  });

  it("finds a message to someone who canceled or was deleted", () => {
    const canceled: Input = { kind: "entitled", at: before, person: "1", isEntitled: false };
    expect(kindsOf([...ready, canceled], [mail(at("13:00:00"))])).toEqual(["unwanted"]);
    const deleted: Input = { kind: "deleted", at: before, person: "1" };
    expect(kindsOf([...ready, deleted], [mail(at("13:00:00"))])).toEqual(["unwanted"]);
  });

  it("allows either zone to someone who moves while both are open, once", () => {
    const moved: Input = {
      kind: "moved",
      at: at("14:30:00"),
      person: "1",
      timezone: "America/Chicago",
    };
    const inputs = [...ready, moved];
    expect(kindsOf(inputs, [mail(at("14:00:00"))])).toEqual([]);
    expect(kindsOf(inputs, [mail(at("15:30:00"))])).toEqual([]);
    expect(kindsOf(inputs, [mail(at("14:00:00")), mail(at("15:30:00"))])).toEqual(["doubled"]);
  });

  it("owes the date in the old zone when it's over in the new one", () => {
    const moved: Input = {
      kind: "moved",
      at: at("11:00:00"),
      person: "1",
      timezone: "Europe/London",
    };
    const inputs = [...ready, moved];
    expect(kindsOf(inputs, [])).toEqual(["lost"]);
    expect(kindsOf(inputs, [mail(at("13:00:00"))])).toEqual([]);
  });

  it("knows the old zone's window is too early for someone who left before", () => {
    const moved: Input = {
      kind: "moved",
      at: at("11:00:00"),
      person: "1",
      timezone: "America/Chicago",
    };
    expect(kindsOf([...ready, moved], [mail(at("13:00:00"))])).toEqual(["early"]);
  });

  it("finds a text that was replaced before the window opened", () => {
    const edited = (time: string) => [...ready, message("Other stories", at(time))];
    expect(kindsOf(edited("12:44:00"), [mail(at("12:46:00"))])).toEqual(["wrong"]);
    expect(kindsOf(edited("12:45:30"), [mail(at("12:46:00"))])).toEqual([]);
  });

  it("owes a number one text, whichever of its accounts it's for", () => {
    const inputs = [...withTexts, signUp({ person: "2", email: "j@example.com", phone })];
    const other = { deliveryId: "sms:2026-11-23:2" };
    expect(kindsOf(inputs.slice(0, 2), [text(at("13:00:00"), other)])).toEqual([]);
    const both = [text(at("13:00:00")), text(at("13:00:01"), other)];
    expect(kindsOf(inputs, both)).toContain("doubled");
  });

  it("owes nothing to a refused address, or when trouble lasted nearly until the end", () => {
    const refused = [{ channel: "email", to: email, at: at("13:00:00") } as const];
    expect(kindsOf(ready, [], { refused })).toEqual([]);
    const before8 = [{ channel: "email", to: email, at: at("12:00:00") } as const];
    expect(kindsOf(ready, [], { refused: before8 })).toEqual([]);
    const trouble = (until: string) => ({ troubles: [{ from: at("12:00:00"), until: at(until) }] });
    expect(kindsOf(ready, [], trouble("14:55:00"))).toEqual([]);
    expect(kindsOf(ready, [], trouble("14:00:00"))).toEqual(["lost"]);
  });

  describe("takes a refusal as the recipient's", () => {
    const john = signUp({ person: "2", email: "john@example.com" });
    const refused = [{ channel: "email", to: email, at: at("12:45:00") }] as const;
    /** What it says about Jane, whom the provider refused at 12:45, when John's email was sent. */
    const kinds = (state: string, sentAt: Date, troubles: History["troubles"] = []) => {
      const row = { person: "1", localDate: "2026-11-23", channel: "email", state } as const;
      const reported = { rows: [row], alerts: [], missedDays: [], at: at("16:00:00") };
      const toJohn = mail(sentAt, { to: "john@example.com", deliveryId: "email:2026-11-23:2" });
      return kindsOf([...ready, john], [toJohn], { refused, troubles, reported });
    };

    it("if somebody else's email was accepted later", () => {
      expect(kinds("missed", at("12:46:00"))).toEqual(["ledger"]);
      expect(kinds("failed", at("12:46:00"))).toEqual([]);
    });

    it("unless that one may have been on its way already, or in trouble", () => {
      expect(kinds("missed", at("12:45:10"))).toEqual([]);
      const troubles = [{ from: at("12:45:00"), until: at("12:47:00") }];
      expect(kinds("missed", at("12:46:00"), troubles)).toEqual([]);
    });
  });

  it("owes no text next to a call without an answer, when there are few others", () => {
    const inputs = [
      ...withTexts,
      signUp({ person: "2", phone: "+14155550102", isOn: { email: false, sms: true } }),
    ];
    const texts = (count: number, knownAt?: Date) =>
      Array.from({ length: count }, (_, index) =>
        text(at("13:00:00"), {
          to: `+1415555020${index}`,
          deliveryId: `sms:2026-11-23:${index + 10}`,
          ...(knownAt && { knownAt }),
        }),
      );
    const lost = (journal: Accepted[]) =>
      kindsOf(inputs, journal).filter((kind) => kind === "lost");
    expect(lost(texts(9))).toEqual([]);
    expect(lost(texts(10))).toEqual(["lost", "lost"]);
    expect(lost(texts(9, at("13:00:01")))).toEqual(["lost", "lost"]);
  });

  describe("excuses a miss for trouble when it's reported", () => {
    const troubles = [{ from: at("11:00:00"), until: at("15:30:00") }];
    const row = {
      person: "1",
      localDate: "2026-11-23",
      channel: "email",
      state: "missed",
    } as const;
    const alert = {
      localDate: "2026-11-23",
      timezone: "America/New_York",
      channels: "email+sms",
      at: at("15:31:59"),
    };
    const kinds = (reported: Partial<Reported>, more: Partial<History> = {}) =>
      kindsOf(ready, [], {
        troubles,
        reported: { rows: [row], alerts: [alert], missedDays: [], at: at("16:00:00"), ...reported },
        ...more,
      });

    it.each<[string, Partial<Reported>, string[]]>([
      ["with a row and an alert", {}, []],
      ["not without a row", { rows: [] }, ["ledger"]],
      ["not while it's pending", { rows: [{ ...row, state: "pending" }] }, ["ledger"]],
      ["not without an alert", { alerts: [] }, ["ledger"]],
      ["not with a late one", { alerts: [{ ...alert, at: at("15:32:01") }] }, ["ledger"]],
      [
        "not with another zone's",
        { alerts: [{ ...alert, timezone: "Europe/London" }] },
        ["ledger"],
      ],
      ["not with the other channel's", { alerts: [{ ...alert, channels: "sms" }] }, ["ledger"]],
      ["with a reason of their own", { rows: [{ ...row, state: "excluded" }], alerts: [] }, []],
      ["not yet", { rows: [], at: at("15:31:00") }, []],
    ])("%s", (_, reported, expected) => {
      expect(kinds(reported)).toEqual(expected);
    });

    it("and asks for no row for those who weren't owed it", () => {
      const off: Input = { kind: "message", at: before, localDate: "2026-11-23", text: null };
      const reported = { rows: [], alerts: [], missedDays: [], at: at("16:00:00") };
      expect(kindsOf([...ready, off], [], { troubles, reported })).toEqual([]);
    });
  });

  describe("knows a day off", () => {
    const dayOff = (isDayOff: boolean, when = before): Input => ({
      kind: "day_off",
      at: when,
      localDate: "2026-11-23",
      isDayOff,
    });
    // London opens first.
    const justBefore = at("07:44:59.999");
    const opening = at("07:45:00");

    it("on which nothing is sent, and nobody is missed", () => {
      const inputs = [signUp(), dayOff(true)];
      expect(kindsOf(inputs, [])).toEqual([]);
      expect(kindsOf(inputs, [mail(at("12:45:00"))])).toEqual(["unwanted"]);
      const missed = { person: "1", localDate: "2026-11-23" };
      const alert = { ...missed, timezone: "America/New_York", channels: "email+sms" };
      const kinds = (reported: Partial<Reported>) =>
        kindsOf(inputs, [], {
          reported: { rows: [], alerts: [], missedDays: [], at: at("16:00:00"), ...reported },
        });
      expect(kinds({})).toEqual([]);
      expect(kinds({ rows: [{ ...missed, channel: "sms", state: "missed" }] })).toEqual(["ledger"]);
      expect(kinds({ alerts: [{ ...alert, at: at("15:01:00") }] })).toEqual(["ledger", "ledger"]);
      expect(kinds({ missedDays: [missed] })).toEqual(["ledger", "ledger"]);
    });

    it("until it's unmarked before the first zone opens", () => {
      const inputs = (unmarkedAt: Date) => [
        signUp(),
        dayOff(true),
        dayOff(false, unmarkedAt),
        message("Three stories", unmarkedAt),
      ];
      expect(kindsOf(inputs(justBefore), [])).toEqual(["lost"]);
      expect(kindsOf(inputs(opening), [])).toEqual([]);
      expect(kindsOf(inputs(opening), [mail(at("12:45:00"))])).toEqual(["unwanted"]);
    });

    it("that is marked before the first zone opens, without an active message", () => {
      const marked = (markedAt: Date, off: Date) => [
        ...ready,
        message(null, off),
        dayOff(true, markedAt),
        message("Three stories", at("08:00:00")),
      ];
      expect(kindsOf(marked(justBefore, before), [])).toEqual([]);
      expect(kindsOf(marked(opening, before), [])).toEqual(["lost"]);
      expect(kindsOf([...ready, dayOff(true)], [])).toEqual(["lost"]);
    });
  });

  describe("excuses a second copy after a call without an answer", () => {
    const first = mail(at("13:00:00"), { id: "1", unansweredAt: at("13:00:10") });
    const asked = (time: string, shown: Search["shown"] = []): Search => ({
      channel: "email",
      at: at(time),
      about: new Set(["1"]),
      shown,
    });
    /** Something accepted after the call. */
    const later = { id: "later", acceptedAt: at("13:00:15") };
    const kinds = (
      searches: Search[],
      { more = {}, others = [], again = "13:10:00" }: Setting = {},
    ): string[] => {
      const journal = [{ ...first, ...more }, ...others, mail(at(again), { id: "2" })];
      return kindsOf(ready, journal, { searches }).filter((kind) => kind === "doubled");
    };
    type Setting = { more?: Partial<Accepted>; others?: Accepted[]; again?: string };

    it("that the provider denied twice, when its search was up to date", () => {
      expect(kinds([asked("13:00:40"), asked("13:05:11")])).toEqual(["doubled"]);
      expect(kinds([asked("13:05:11", [later])])).toEqual(["doubled"]);
      expect(kinds([])).toEqual(["doubled"]);
      const otherStream = [{ ...later, stream: "transactional" }];
      expect(kinds([asked("13:00:20"), asked("13:00:31", otherStream)])).toEqual(["doubled"]);
      expect(kinds([asked("13:00:20"), asked("13:00:31", [later])])).toEqual([]);
      expect(kinds([asked("13:00:20"), asked("13:00:29", [later])])).toEqual(["doubled"]);
      const sooner = { id: "sooner", acceptedAt: at("13:00:05") };
      expect(kinds([asked("13:00:20"), asked("13:00:31", [sooner])])).toEqual(["doubled"]);
      const denied = [asked("13:00:20"), asked("13:00:31")];
      const aboutOthers = { ...asked("13:00:32", [later]), about: new Set<string>() };
      expect(kinds([...denied, aboutOthers])).toEqual(["doubled"]);
    });

    it("unless it showed the first, or a report was about it", () => {
      const both = [later, { id: "1", acceptedAt: first.acceptedAt }];
      expect(kinds([asked("13:00:40"), asked("13:05:11", both)])).toEqual(["doubled"]);
      const denied = [asked("13:00:40"), asked("13:05:11", [later])];
      expect(kinds([...denied, asked("13:09:49", both)])).toEqual(["doubled"]);
      // The copy had been claimed by then.
      expect(kinds([...denied, asked("13:09:51", both)])).toEqual([]);
      const searches = denied;
      expect(kinds(searches, { more: { knownAt: at("13:05:00") } })).toEqual(["doubled"]);
      expect(kinds(searches, { more: { knownAt: at("13:09:00") } })).toEqual(["doubled"]);
      expect(kinds(searches, { more: { knownAt: at("13:09:55") } })).toEqual([]);
      // So must a report about another email of the same call, or about one that the search should have had.
      const reported = { id: "3", to: "john@example.com", knownAt: at("13:09:00") };
      const others = (sentAt: string) => [mail(at(sentAt), { deliveryId: null, ...reported })];
      expect(kinds(searches, { others: others("13:00:00") })).toEqual(["doubled"]);
      expect(kinds(searches, { others: others("13:00:01") })).toEqual(["doubled"]);
      expect(kinds(searches, { others: others("13:05:05") })).toEqual([]);
    });

    it("unless its search left out one that we knew of, or had another one of the call", () => {
      const other = (when: string, more: Partial<Accepted>) =>
        mail(at(when), { id: "3", to: "john@example.com", deliveryId: null, ...more });
      const searches = [asked("13:00:20"), asked("13:00:31", [later])];
      const known = other("13:00:01", { knownAt: at("13:00:02") });
      expect(kinds(searches, { others: [known] })).toEqual(["doubled"]);
      const found = { id: "3", acceptedAt: at("13:00:00") };
      const partial = [asked("13:00:20"), asked("13:00:31", [later, found])];
      expect(kinds(partial, { others: [other("13:00:00", {})] })).toEqual(["doubled"]);
      expect(kinds(partial, { others: [other("13:00:01", {})] })).toEqual([]);
    });
  });
});
