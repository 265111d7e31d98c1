import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { adminSession } from "@/lib/client/admin";
import { ownSessions, team } from "@/lib/client/admin/team";
import type { TeamView } from "@/lib/contracts/admin/team";
import type { AdminRole } from "@/lib/contracts/roles";
import { htmlProblems } from "@/tests/support/html-problems";
import { renderScreen } from "@/tests/support/render-screen";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { AdminShell } from "../shell/admin-shell";
import { TeamScreen } from "./team-screen";

const now = "2026-11-18T12:00:00.000Z";

const shown: TeamView = {
  now,
  members: [
    {
      id: 1,
      username: "dana",
      displayName: "Dana Whitfield",
      email: "dana@threeline.example",
      role: "owner",
      hasTwoFactor: true,
      isDisabled: false,
      lastActiveAt: now,
      sessions: 3,
      isYou: true,
    },
    {
      id: 2,
      username: "marco",
      displayName: "Marco Silva",
      email: null,
      role: "editor",
      hasTwoFactor: false,
      isDisabled: true,
      lastActiveAt: null,
      sessions: 0,
      isYou: false,
    },
  ],
  invitations: [
    {
      id: 7,
      email: "jonas@threeline.example",
      role: "support",
      sentAt: "2026-11-17T06:00:00.000Z",
      expiresAt: "2026-11-24T12:00:00.000Z",
    },
  ],
  twoFactor: { isRequired: false, isFixed: false },
};

function render(role: AdminRole, data: TeamView = shown) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const admin = { username: "dana", displayName: "Dana Whitfield", role };
  client.setQueryData(adminSession().queryKey, { authenticated: true, admin });
  client.setQueryData(team().queryKey, data);
  client.setQueryData(ownSessions().queryKey, {
    sessions: [
      {
        handle: "0".repeat(32),
        browser: "Chrome on macOS",
        network: "203.0.113.0/24",
        lastSeenAt: now,
        isCurrent: true,
      },
      { handle: "1".repeat(32), browser: null, network: null, lastSeenAt: now, isCurrent: false },
    ],
  });
  const markup = renderScreen(
    <AdminShell>
      <TeamScreen />
    </AdminShell>,
    { client, pathname: "/admin/team" },
  );
  const links = renderedTags(markup).filter(({ name }) => name === "a");
  return {
    markup,
    text: renderedText(markup),
    addresses: links.map(({ attributes }) => attributes.get("href")),
    names: renderedTags(markup).flatMap(({ attributes }) => attributes.get("aria-label") ?? []),
  };
}

describe("Team", () => {
  test("shows members, invitations, roles, and sessions to an owner, as valid HTML", async () => {
    const { markup, text, names } = render("owner");
    // The stylesheet shows one of the two navigations, which the validator doesn't read.
    expect(await htmlProblems(markup, { "unique-landmark": "off" })).toEqual([]);
    expect(text).toContain("Dana Whitfield");
    expect(text).toContain("Authenticator app");
    expect(text).toMatch(/Marco Silva\s*Disabled/);
    expect(text).toContain("Not yet");
    expect(text).toContain("Invited Nov 17, 2026, expires in 6 days");
    expect(text).toContain("Up to $40, $200 a day");
    expect(text).toMatch(/Chrome on macOS\s*203\.0\.113\.0\/24 · Now/);
    expect(text).toContain("Unknown browser");
    expect(names).toEqual(
      expect.arrayContaining([
        "Actions for Dana Whitfield",
        "Actions for Marco Silva",
        "Send again to jonas@threeline.example",
        "Withdraw the invitation of jonas@threeline.example",
        "Require two-factor for everyone",
        "End Unknown browser",
      ]),
    );
  });

  test("doesn't count those who can't log in as missing a second factor", () => {
    expect(render("owner").text).toContain("Everyone logs in with two-factor.");
    const members = shown.members.map((member) => ({ ...member, isDisabled: false }));
    expect(render("owner", { ...shown, members }).text).toContain(
      "1 person logs in without two-factor.",
    );
  });

  test("has no switch where the configuration requires two-factor login", () => {
    const { text, names } = render("owner", {
      ...shown,
      twoFactor: { isRequired: true, isFixed: true },
    });
    expect(text).toContain("Required by the server’s configuration.");
    expect(names).not.toContain("Require two-factor for everyone");
  });
});

describe("the navigation", () => {
  test.each([
    ["owner", ["/daily-messages-admin", "/content-management", "/admin/team"], []],
    ["editor", ["/daily-messages-admin", "/content-management"], ["/admin/team"]],
    ["support", [], ["/daily-messages-admin", "/content-management", "/admin/team"]],
  ] as const)("of %s has the links of the role", (role, included, excluded) => {
    const { addresses } = render(role);
    expect(addresses).toEqual(expect.arrayContaining([...included, "/admin-security", "/"]));
    for (const address of excluded) expect(addresses).not.toContain(address);
  });

  test.each(["editor", "support"] as const)("%s has no access to the team", (role) => {
    const { text } = render(role);
    expect(text).toContain("You don’t have access to this page");
    expect(text).not.toContain("jonas@threeline.example");
  });
});
