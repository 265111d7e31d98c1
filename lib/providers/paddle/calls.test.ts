import { expect, test } from "vitest";
import { baseUrlOf } from "./calls";

const apiUrl = undefined;

test.each([
  [{ apiKey: "pdl_live_apikey_x", apiUrl }, "https://api.paddle.com"],
  [
    { apiKey: "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcd", apiUrl },
    "https://api.paddle.com",
  ],
  [{ apiKey: "pdl_sdbx_apikey_x", apiUrl }, "https://sandbox-api.paddle.com"],
  [
    { apiKey: "pdl_sdbx_apikey_x", apiUrl: "http://127.0.0.1:4010/paddle" },
    "http://127.0.0.1:4010/paddle",
  ],
])("with %j, calls go to %s", (access, url) => {
  expect(baseUrlOf(access)).toBe(url);
});
