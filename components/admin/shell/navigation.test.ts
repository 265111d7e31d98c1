import { expect, test } from "vitest";
import { adminRoles } from "@/lib/contracts/roles";
import { homeOf, initialsOf, navigationOf, pageOf } from "./navigation";

test.each([
  ["Dana Whitfield", "DW"],
  ["Ana María Ruiz", "AR"],
  ["editor", "ED"],
  ["j.doe", "JD"],
  ["x", "X"],
  ["Émile 🎉", "É🎉"],
])("the initials of %s are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("an address belongs to the page it's at or below", () => {
  expect(pageOf("/content-management")?.label).toBe("Content");
  expect(pageOf("/content-management/more")?.label).toBe("Content");
  expect(pageOf("/content-management-2")).toBeUndefined();
  expect(pageOf("/admin-security")).toBeUndefined();
});

test.each(adminRoles)("%s starts at a page that they may see", (role) => {
  const { pages } = navigationOf(role);
  expect([...pages.map(({ href }) => href), "/admin-security"]).toContain(homeOf(role));
});
