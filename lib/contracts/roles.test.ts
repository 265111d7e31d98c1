import { expect, test } from "vitest";
import { adminRoles, mayDo, permissions } from "./roles";

/** Written out by hand: a change of what a role may do is a change here. */
const table = {
  owner: [
    "view",
    "write",
    "approve",
    "help",
    "changeDetails",
    "refund",
    "viewMoney",
    "manageData",
    "manage",
  ],
  editor: ["view", "write", "approve"],
  support: ["view", "help", "changeDetails", "refund"],
};

test.each(adminRoles)("what %s may do", (role) => {
  expect(permissions.filter((permission) => mayDo(role, permission))).toEqual(table[role]);
});
