import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { cookieName } from "@/lib/contracts/browser-storage";
import { bodyLimitsBytes, maxFields } from "@/lib/contracts/limits";

/** A request of a stranger. */
export type ParserCall = {
  /** What reads most of it. */
  parser: string;
  /** What is special about it. */
  input: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Of a request's line and headers, almost as much as Node takes. */
const headBytes = 15_500;

const page = "/account";

const session = cookieName("threeline-session", false);

function fill(part: string, bytes: number): string {
  return part.repeat(Math.floor(bytes / part.length));
}

/** Different parts, at most `count`. */
function numbered(
  partOf: (index: string) => string,
  separator: string,
  bytes: number,
  count = Infinity,
): string {
  const parts: string[] = [];
  for (let length = 0; parts.length < count;) {
    const part = partOf(parts.length.toString(36));
    length += part.length + separator.length;
    if (length > bytes) break;
    parts.push(part);
  }
  return parts.join(separator);
}

function withPaths(parser: string, paths: Record<string, string>): ParserCall[] {
  return Object.entries(paths).map(([input, path]) => ({ parser, input, path }));
}

function withHeader(name: string, values: Record<string, string>, path = page): ParserCall[] {
  return Object.entries(values).map(([input, value]) => ({
    parser: name,
    input,
    path,
    headers: { [name]: value },
  }));
}

function posts(
  parser: string,
  path: string,
  headers: Record<string, string>,
  bodies: Record<string, string>,
): ParserCall[] {
  return Object.entries(bodies).map(([input, body]) => ({
    parser,
    input,
    method: "POST",
    path,
    headers,
    body,
  }));
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** JSON of the kinds that cost most. */
function jsonBodies(bytes: number): Record<string, string> {
  return {
    nested: fill("[", bytes / 2) + fill("]", bytes / 2),
    "nested objects": `${fill('{"a":', bytes / 6)}1${fill("}", bytes / 6)}`,
    "many names": `{${numbered((index) => `"${index}":0`, ",", bytes - 2)}}`,
    "one name": `{${fill('"a":0,', bytes - 8)}"a":0}`,
    "many values": `[${fill("0,", bytes - 3)}0]`,
    "a long number": fill("9", bytes),
  };
}

function formBodies(bytes: number): Record<string, string> {
  const valueBytes = bytes / maxFields - 8;
  return {
    "too many names": numbered((index) => index, "&", bytes),
    "many names": numbered((index) => `${index}=${fill("a", valueBytes)}`, "&", bytes, maxFields),
    "one name": numbered(() => `a=${fill("a", valueBytes)}`, "&", bytes, maxFields),
    encoded: `a=${fill("%41", bytes - 2)}`,
    "not ASCII": `a=${fill("é", bytes / 2 - 2)}`,
  };
}

const loginFields = ["email", "username", "password"];

/** The same text in every field. */
function fieldBodies(bytes: number): Record<string, string> {
  const texts = {
    spaces: ` a${fill(" ", bytes)}a`,
    ats: fill("a@", bytes),
    dots: `a@${fill("a.", bytes)}`,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      JSON.stringify(Object.fromEntries(loginFields.map((field) => [field, text]))),
    ]),
  );
}

const jweHead = (header: object) =>
  `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${fill("A", 54)}.${fill("A", 16)}`;

const headCalls: readonly ParserCall[] = [
  ...withPaths("path", {
    "many parts": `/r/${fill("a/", headBytes / 2)}`,
    slashes: fill("/", headBytes),
    dots: `/r/${fill(".", headBytes)}`,
    encoded: `/r/${fill("%2E%2F", headBytes)}`,
    "parts of an API": `/api/${fill("a/", headBytes / 2)}`,
    "dots of a file": `/_next/static/${fill("../a/", headBytes / 2)}`,
    "names of segments": `/content-management/${fill(".segments/a", headBytes / 2)}`,
    "a month": `/read/month/${fill("1-", headBytes)}`,
    "a number": `/read/${fill("1", headBytes)}`,
    "an image": `/images/${fill("0", headBytes)}/1.avif`,
    "a token": `/unsubscribe/${fill("a", headBytes)}`,
  }),
  ...withPaths("query", {
    "many names": `${page}?${numbered((index) => index, "&", headBytes)}`,
    "as many names as allowed": `${page}?${numbered(
      (index) => index + fill("a", headBytes / maxFields - 8),
      "&",
      headBytes,
      maxFields,
    )}`,
    "one name": `/onboarding?${numbered(() => "uid=a", "&", headBytes, maxFields)}`,
    "a long value": `/onboarding?uid=${fill("[a]", headBytes)}`,
    "a token": `/auth/verify?token=${fill("a", headBytes)}`,
    "a campaign": `/?${fill("utm_a&", headBytes)}`,
    "next-auth": `/api/auth/session?${numbered((index) => index, "&", headBytes, maxFields)}`,
  }),
  ...withHeader("cookie", {
    "many names": numbered((index) => `${index}=`, ";", headBytes),
    "as many names as allowed": numbered((index) => `${index}=%`, ";", headBytes, maxFields),
    "one name": numbered(() => "a=b", ";", headBytes, maxFields),
    encoded: `a=${fill("%41", headBytes)}`,
  }),
  ...withHeader(
    "cookie",
    {
      "parts of a session": numbered((index) => `${session}.${index}=a`, ";", headBytes, maxFields),
      "a session": `${session}=${fill("a.", headBytes)}`,
      "a session with a long key": `${session}=${jweHead({ alg: "dir", enc: "A256GCM" })}.${fill("A", headBytes - 300)}.${fill("A", 22)}`,
      // The key is derived in as many rounds as the cookie says.
      "a session with a password": `${session}=${jweHead({
        alg: "PBES2-HS512+A256KW",
        enc: "A256GCM",
        p2c: 10_000,
        p2s: fill("A", 16),
      })}.AAAA.${fill("A", 22)}`,
      "a CSRF token": `next-auth.csrf-token=${fill("a|", headBytes)}`,
    },
    "/api/auth/session",
  ),
  ...withHeader(
    "cookie",
    { "a signed value": `${cookieName("threeline-checkout", false)}=${fill("a", headBytes)}.a` },
    "/api/onboarding/1",
  ),
  ...withHeader("accept-language", { many: fill("a-b;q=0.1,", headBytes) }),
  ...withHeader("accept", { many: fill("a/b;q=0.1,", headBytes) }),
  ...["/", page].flatMap((path) =>
    withHeader(
      "accept-encoding",
      { many: fill("br;q=0.1,", headBytes), spaces: `a;${fill(" ", headBytes - 3)}b` },
      path,
    ),
  ),
  ...["/", "/feed.xml", "/favicon.ico"].flatMap((path) => [
    ...withHeader("range", { many: `bytes=${fill("0-1,", headBytes)}` }, path),
    ...withHeader(
      "if-none-match",
      { many: fill('W/"a",', headBytes), spaces: `a${fill(" ", headBytes)}b` },
      path,
    ),
    ...withHeader("if-modified-since", { long: fill("1 (", headBytes) }, path),
  ]),
  ...withHeader("authorization", { spaces: `Bearer ${fill(" ", headBytes)}a` }, "/api/metrics"),
  ...withHeader("traceparent", { long: fill("00-", headBytes) }),
  ...withHeader("x-forwarded-host", { many: fill("a,", headBytes) }),
  ...withHeader("host", { long: fill("a.", headBytes) }),
  ...withHeader("next-url", { parts: fill("/a", headBytes) }),
  {
    parser: "router state",
    input: "nested",
    path: page,
    headers: { rsc: "1", "next-router-state-tree": fill("%5B", headBytes) },
  },
  {
    parser: "names of headers",
    input: "many",
    path: page,
    headers: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-${index}`, "a"])),
  },
  ...["Edg/ ", "Mozilla/5.0 ("].map((part) => ({
    parser: "user-agent",
    input: part,
    method: "POST",
    path: "/api/auth/magic-link",
    headers: { ...json, "user-agent": fill(part, headBytes) },
    body: JSON.stringify({ email: "nobody@bench.example" }),
  })),
];

const bodyCalls: readonly ParserCall[] = [
  ...posts("login", "/api/auth/magic-link", json, {
    ...jsonBodies(bodyLimitsBytes.default),
    ...fieldBodies(bodyLimitsBytes.default / 4),
  }),
  ...posts("admin login", "/api/admin/login", json, {
    ...jsonBodies(bodyLimitsBytes.default),
    ...fieldBodies(bodyLimitsBytes.default / 4),
  }),
  ...posts(
    "CSP report",
    "/api/csp-reports",
    { "content-type": "application/csp-report" },
    {
      ...jsonBodies(bodyLimitsBytes.cspReport),
      "many reports": `[${Array(100)
        .fill(
          '{"type":"csp-violation","body":{"effectiveDirective":"img-src","blockedURL":"https://a/"}}',
        )
        .join(",")}]`,
    },
  ),
  ...posts("next-auth", "/api/auth/signout", form, formBodies(bodyLimitsBytes.default)),
  ...posts("next-auth", "/api/auth/signout", json, jsonBodies(bodyLimitsBytes.default)),
  ...posts(
    "link in an email",
    "/api/unsubscribe/AAAA",
    { "content-type": "multipart/form-data; boundary=b" },
    { parts: fill("--b\r\n", bodyLimitsBytes.default) },
  ),
  ...["inbound", "status"].flatMap((name) =>
    posts(
      "Twilio",
      `/api/webhooks/twilio/${name}?${numbered((index) => `${index}=%41`, "&", headBytes / 2, maxFields)}`,
      { ...form, "x-twilio-signature": fill("a", headBytes / 4) },
      formBodies(bodyLimitsBytes.webhookForm),
    ),
  ),
  ...[fill("h1=a;", headBytes), fill(";", headBytes)].flatMap((signatures) =>
    posts(
      "Paddle",
      "/api/webhooks/paddle",
      { ...json, "paddle-signature": `ts=${Math.floor(Date.now() / 1_000)};${signatures}` },
      { nested: fill("[", bodyLimitsBytes.webhook) },
    ),
  ),
  ...posts(
    "Postmark",
    "/api/webhooks/postmark",
    { ...json, authorization: `Basic ${fill("A", headBytes)}` },
    { nested: fill("[", bodyLimitsBytes.webhook) },
  ),
];

/** Browsers' errors that name scripts of the build in `distDir`. */
function browserErrorCalls(distDir: string): ParserCall[] {
  const folder = join(distDir, "browser-maps");
  const scripts = globSync("*.places", { cwd: folder })
    .toSorted((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)
    .map((name) => name.replace(/\.places$/, ""));
  if (scripts.length === 0) throw new Error(`There are no tables of scripts in ${folder}.`);
  const frameOf = (script = "") => `    at f (https://a/_next/static/chunks/${script}:1:40000)\n`;
  const bytes = bodyLimitsBytes.browserError - 1_000;
  const [largest] = scripts;
  const stacks = {
    "the largest scripts": scripts.slice(0, 20).map(frameOf).join(""),
    "the largest script": fill(frameOf(largest), bytes),
    "other scripts": numbered((index) => frameOf(`${index}.js`), "", bytes),
    "many lines": fill("@\n", bytes / 2),
  };
  const bodyOf = (stack: string, message = "") =>
    JSON.stringify({ name: "Error", message, stack, path: "/", release: "1" });
  // A process reads 20 in a minute, and each call is made four times.
  return posts("browser error", "/api/browser-errors", json, {
    ...Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, bodyOf(stack)])),
    "a message": bodyOf(frameOf(largest), fill("a", bytes)),
  });
}

/** Calls with the largest input that each parser of a stranger's bytes may get. */
export function parserCalls(distDir: string): ParserCall[] {
  return [...headCalls, ...bodyCalls, ...browserErrorCalls(distDir)];
}
