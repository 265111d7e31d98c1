import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { adminSession } from "@/lib/client/admin";
import { renderScreen } from "@/tests/support/render-screen";
import { elementIn, elementsIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import { AdminShell } from "./admin-shell";

/** The header without what is in closed menus, as an editor sees it. */
function headerAt(pathname: string): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const admin = { username: "dana", displayName: "Dana Whitfield", role: "editor" as const };
  client.setQueryData(adminSession().queryKey, { authenticated: true, admin });
  const { markup } = elementIn(
    renderScreen(<AdminShell>{null}</AdminShell>, { client, pathname }),
    "header",
  );
  return elementsIn(markup, "div", { hidden: "" }).reduce(
    (shown, closed) => shown.replace(closed.markup, ""),
    markup,
  );
}

// Product spec, sections 8.2 and 8.3.
test("the writing screens' header shows its labels outside the menus", () => {
  const toContent = ["Back to Content", "/content-management"];
  const links = [
    ["Home", "/"],
    ["Content", "/content-management"],
    ["Daily Messages", "/daily-messages-admin"],
  ];
  for (const pathname of ["/content-management", "/daily-messages-admin"]) {
    const header = headerAt(pathname);
    expect(linksIn(header)).toEqual(expect.arrayContaining([...links, toContent]));
    expect(textsIn(header, "button")).toContain("Logout");
  }
  expect(textsIn(headerAt("/daily-messages-admin"), "span")).toContain("Messages");
  expect(linksIn(headerAt("/admin"))).not.toContainEqual(toContent);
});
