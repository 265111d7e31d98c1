import { expect, test } from "vitest";
import { describeUserAgent } from "./describe-user-agent";

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.each([
  [`${windows} ${blink} Safari/537.36`, "Chrome on Windows"],
  [`${windows} ${blink} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${windows} ${blink} Safari/537.36 OPR/120.0.0.0`, "Opera on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webKit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPad",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (Windows NT 10.0)", "a browser on Windows"],
  ["Firefox/145.0", "Firefox"],
  ["Your account is locked: call +1 555 0100", "an unknown browser"],
  ["", "an unknown browser"],
  [null, "an unknown browser"],
])("%s is %s", (userAgent, description) => {
  expect(describeUserAgent(userAgent)).toBe(description);
});
