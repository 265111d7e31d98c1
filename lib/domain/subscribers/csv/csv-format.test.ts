import { expect, test } from "vitest";
import { fromSafeCell, toSafeCell } from "./csv-format";

test.each(["=1+1", "+a", "-b", "@c", "'=d", "''=e", "plain", "'quoted'", "", "\tx", "\n=1", "＝1"])(
  "a safe cell round-trips: %j",
  (text) => {
    expect(fromSafeCell(toSafeCell(text))).toBe(text);
    expect(toSafeCell(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
  },
);
