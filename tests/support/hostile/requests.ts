import { globSync } from "node:fs";
import fc from "fast-check";
import { documentedCalls, inputsOf, naughtyStrings, texts, type RouteInput } from "./inputs";

// Requests of a caller whom we don't know, as bytes: no client would send most of them.

/** What is written to a connection, and whether the caller then hangs up without an answer. */
export type HostileRequest = { head: string; body: Buffer; isCutOff: boolean };

type Header = [name: string, value: string];

const seed = 12;
const callsPerRoute = 6;
const callsPerPage = 10;

/** Enough for a sample of each kind, in every run the same. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { seed, numRuns: count });

/** As a client that encodes everything does. Lone surrogates become bytes that aren't UTF-8. */
function encode(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (byte) => {
    const sign = String.fromCharCode(byte);
    return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}

/** The pages and files of the site outside the API, as Next reads them from its folders. */
function listPages(): string[] {
  const found = globSync("app/**/{page,route}.{ts,tsx}")
    .map((file) => `/${file.replaceAll("\\", "/")}`)
    .filter((file) => !file.startsWith("/app/api/"))
    .map((file) =>
      file
        .replace(/^\/app/, "")
        .replaceAll(/\/\([^)]+\)/g, "")
        .replace(/\/(?:page|route)\.tsx?$/, ""),
    );
  const files = ["/robots.txt", "/manifest.webmanifest", "/opengraph-image", "/apple-icon"];
  return [...found.map((path) => path || "/"), ...files, "/nothing/[here]"];
}

const pages = listPages();

const queryNames = [
  ..."q month before show exact page tab date id uid token email next callbackUrl view sort".split(
    " ",
  ),
  ..."utm_source _rsc nxtPslug nxtIslug __nextLocale __flight__ amp __proto__ constructor".split(
    " ",
  ),
];

const routerState = encodeURIComponent(
  JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null, true]),
);

/** Header values that aren't what a server expects: Next's own, and those of browsers and proxies. */
const headerValues: Readonly<Record<string, readonly string[]>> = {
  rsc: ["1", "0", "x"],
  "next-router-state-tree": ["", "%", "%5B", "[]", "null", "{}", routerState, "[".repeat(4_000)],
  "next-router-prefetch": ["1", "2", "x"],
  "next-router-segment-prefetch": ["/_tree", "/_full", "/../x", "%"],
  "next-hmr-refresh": ["1"],
  "next-url": ["/", "//", "/r/%", "http://[", "x".repeat(4_000)],
  "next-action": ["x", "7f".repeat(21), "00".repeat(20), "%"],
  "next-test-fetch-priority": ["x"],
  "x-nextjs-data": ["1"],
  "x-nextjs-request-id": ["%"],
  "x-middleware-subrequest": ["middleware:middleware:middleware", "src/middleware"],
  "x-middleware-prefetch": ["1"],
  "x-middleware-rewrite": ["/admin", "http://["],
  "x-middleware-set-cookie": ["a=b", "%"],
  "x-matched-path": ["/admin", "%", "/r/[slug]"],
  "x-now-route-matches": ["1=%E0%A4%A", "%"],
  "x-invoke-path": ["/admin", "%"],
  "x-invoke-status": ["500", "abc"],
  "x-invoke-error": ["{", "null"],
  "x-invoke-query": ["%", "%7B"],
  "x-invoke-output": ["/admin"],
  "x-prerender-revalidate": ["x"],
  "x-forwarded-host": ["[", "a b", "evil.example, other.example", ":", "%00"],
  "x-forwarded-proto": ["", "x", "javascript", "https,http", "%"],
  "x-forwarded-port": ["99999", "x"],
  "x-request-id": ["x", "a".repeat(64), "a".repeat(5_000), "\u00ff"],
  traceparent: ["x", "00-0-0-0", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`],
  tracestate: ["=", ",".repeat(2_000)],
  baggage: ["%", "a=%E0%A4%A"],
  authorization: [
    "Bearer",
    `Bearer ${"x".repeat(5_000)}`,
    "Basic %",
    "Basic //79",
    "Bearer \u00ff",
  ],
  cookie: [
    "=",
    ";;;",
    "a=%E0%A4%A",
    "threeline-session=x; threeline-admin-session=%",
    `threeline-session=${"a.".repeat(4)}a`,
    "threeline-session=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
    "threeline-admin-session=eyJhbGciOiJub25lIn0.e30.",
    // Decrypting it would take ten thousand rounds or more.
    `threeline-session=${Buffer.from('{"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":2147483647,"p2s":"AAAAAAAAAAAAAAAAAAAAAA"}').toString("base64url")}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
    `next-auth.csrf-token=${"|".repeat(500)}; next-auth.callback-url=%; next-auth.session-token.0=x`,
    "next-auth.callback-url=http://[; threeline-checkout=%00",
    Array.from({ length: 300 }, (_, index) => `threeline-session.${index}=x`).join("; "),
    "__prerender_bypass=x; __next_preview_data=x; __proto__=x",
    "a=\u0001\u00ff",
  ],
  "accept-encoding": ["br;q=x", "*;q=0", "identity;q=0", "gzip,".repeat(1_000)],
  "accept-language": ["*", "xx-".repeat(500), "en;q=NaN"],
  accept: ["", "text/x-component", "image/avif", `${"a/b,".repeat(1_500)}*/*`],
  range: [
    "bytes=0-",
    "bytes=9-1",
    "bytes=-99999999999999999999",
    `bytes=${"0-1,".repeat(1_000)}0-1`,
  ],
  "if-none-match": ["*", '"', `W/"${"x".repeat(3_000)}"`, '"a",'.repeat(1_000)],
  "if-modified-since": ["x", "Thu, 99 Jan 9999 99:99:99 GMT"],
  origin: ["null", "http://[", "https://evil.example"],
  referer: ["http://[", "%"],
  "sec-fetch-site": ["cross-site", "x"],
  "user-agent": ["", "x".repeat(6_000), "Googlebot", "Twitterbot", "() { :;};"],
  purpose: ["prefetch"],
  te: ["trailers"],
  expect: ["100-continue", "x"],
  host: ["", "[", "a b", "evil.example", "localhost:99999", "x".repeat(1_000), "%00"],
  "content-type": [
    "",
    "x",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "text/plain;charset=x",
  ],
  "content-length": ["0"],
  upgrade: ["websocket", "h2c", "x", "TLS/1.0, websocket"],
};

const isHeaderText = (value: string) => !/[\r\n\0]/.test(value);

const strangeHeaders: fc.Arbitrary<Header[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...Object.entries(headerValues))
        .chain(([name, values]) =>
          fc.constantFrom(...values).map((value): Header => [name, value]),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom(...Object.keys(headerValues)),
        fc.constantFrom(...naughtyStrings.filter(isHeaderText)),
      ),
    },
  ),
  { maxLength: 4 },
);

const contentTypes = fc.oneof(
  { weight: 6, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=b",
      "text/plain",
      "application/json; charset=utf-16",
      "application/octet-stream",
    ),
  },
);

/** Where each caller comes from, so that no rate limit answers instead. */
let callers = 0;
function nextAddress(): string {
  callers += 1;
  return `2001:db8:${(callers >> 16).toString(16)}:${(callers & 0xffff).toString(16)}::1`;
}

const upgradeOf = (headers: readonly Header[]) =>
  headers.some(([name, value]) => name === "upgrade" && /websocket/i.test(value))
    ? "upgrade"
    : "upgrade, close";

/** Headers that the request has itself replace the usual ones. */
function request(
  method: string,
  target: string,
  headers: readonly Header[] = [],
  body = "",
  isCutOff = false,
): HostileRequest {
  const bytes = Buffer.from(body);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: Header[] = [
    ["host", "localhost"],
    // A WebSocket's connection is for the server to close.
    ["connection", given.has("upgrade") ? upgradeOf(headers) : "close"],
    ["x-forwarded-for", nextAddress()],
    ...(bytes.length > 0 ? [["content-length", String(bytes.length)] satisfies Header] : []),
  ];
  const all = [...usual.filter(([name]) => !given.has(name)), ...headers];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return { head, body: bytes, isCutOff };
}

const queryOf = (query: readonly (readonly [string, string])[]) =>
  query.length === 0 ? "" : `?${query.map((pair) => pair.map(encode).join("=")).join("&")}`;

function routeRequest(
  { path, method }: { path: string; method: string },
  [input, contentType, headers, isBare]: [RouteInput, string, Header[], boolean],
): HostileRequest {
  const params = new Map(input.params);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(params.get(name) ?? "x"),
  );
  const hasBody = input.body !== undefined && method !== "GET";
  return request(
    method,
    `${target}${queryOf(input.query)}`,
    [
      ...(hasBody ? [["content-type", contentType] satisfies Header] : []),
      ...(isBare ? [] : headers),
    ],
    hasBody ? input.body : "",
  );
}

/** Every route of the API, also those that a stranger may not call. */
function listRouteRequests(): HostileRequest[] {
  return documentedCalls.flatMap((call) => {
    const { path, method } = call;
    const input = fc.tuple(inputsOf(path, method), contentTypes, strangeHeaders, fc.boolean());
    return sample(input, callsPerRoute).map((each) => routeRequest(call, each));
  });
}

/** Every page and file, with strange parts of the path, queries, and headers. */
function listPageRequests(): HostileRequest[] {
  const query = fc.array(fc.tuple(fc.constantFrom(...queryNames), texts), { maxLength: 3 });
  return pages.flatMap((page) => {
    const parts = fc.array(texts, { minLength: 3, maxLength: 3 });
    const methods = fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS");
    return sample(fc.tuple(methods, parts, query, strangeHeaders), callsPerPage).map(
      ([method, values, pairs, headers]) => {
        let at = 0;
        const path = page.replaceAll(/\[[^\]]+\]/g, () => encode(values[at++] ?? "") || "x");
        return request(method, `${path}${queryOf(pairs)}`, headers);
      },
    );
  });
}

/** The search that everyone may use, with what a query parser has to make sense of. */
function listSearchRequests(): HostileRequest[] {
  const queries = [
    "-".repeat(33),
    "- ".repeat(100),
    "-".repeat(200),
    '"'.repeat(99),
    "OR ".repeat(60),
    "(".repeat(200),
    "the of and",
    "\u0000\u0001\u001f",
    "\u{1f600}".repeat(50),
    ...naughtyStrings.filter((_, index) => index % 8 === 0),
  ];
  return queries.flatMap((q) =>
    ["/read/search", "/api/posts"].map((path) => request("GET", `${path}?q=${encode(q)}`)),
  );
}

const pageTargets = ["/", "/read", "/r/x", "/api/posts", "/account/details"];

/** Each header alone, for a page, a page of the account, and a route. */
function listHeaderRequests(): HostileRequest[] {
  return Object.entries(headerValues).flatMap(([name, values]) =>
    values.flatMap((value) => pageTargets.map((path) => request("GET", path, [[name, value]]))),
  );
}

const post = (path: string, headers: Header[], body: string, isCutOff = false) =>
  request("POST", path, headers, body, isCutOff);

const json: Header = ["content-type", "application/json"];
const multipart: Header = ["content-type", "multipart/form-data; boundary=b"];
const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Targets that aren't addresses, or that only Next's own scripts ask for. */
const targets = [
  "//",
  "///x",
  "//evil.example/%2f..",
  "/\\evil.example",
  "/%E0%A4%A",
  "/%",
  "/%00",
  "/r/%00",
  "/r/%ff",
  "/r/%ed%a0%80",
  "/r/..%2f..%2fetc%2fpasswd",
  "/r/a%0d%0ab",
  "/read/9999999999999999999999",
  "/read/-1",
  "/read/month/0000-00",
  `/r/${"a".repeat(8_000)}`,
  `/${"a/".repeat(4_000)}`,
  `/?${"a=b&".repeat(2_000)}`,
  `/read/search?${"q=x&".repeat(2_000)}`,
  "/read/search?q[]=x&q[a]=y&q=%E0%A4%A",
  "/?__proto__[a]=b&constructor.prototype.a=b",
  "*",
  "x",
  "http://",
  "http://[",
  "http://evil.example/",
  "http://localhost/%E0%A4%A",
  "https://user:password@localhost/",
  "/_next/image?url=http://127.0.0.1:1/x&w=16&q=1",
  "/_next/image?url=%2f&w=x",
  "/_next/data/x/index.json",
  "/_next/data/%/x.json",
  "/_next/static/%",
  "/_next/static/%00",
  "/_next/static/..%2f..%2f..%2fpackage.json",
  "/_next/static/chunks/x.js.map",
  "/_next/static/%252e%252e/x",
  "/_next/",
  "/_next/hmr",
  "/_next/webpack-hmr",
  "/_next/static/development/_devPagesManifest.json",
  "/__nextjs_original-stack-frames",
  "/__nextjs_source-map?filename=/etc/passwd",
  "/_error",
  "/_not-found",
  "/_global-error",
  "/404",
  "/500",
  "/index",
  "/index.rsc",
  "/r/x.rsc",
  "/read.segments/_tree.segment.rsc",
  "/r/x.segments/%2e%2e.segment.rsc",
  "/images/a/480.avif",
  "/images/%00/%00",
  `/images/${"a".repeat(64)}/480.avif`,
  "/images/../../x",
  "/icons/0",
  "/icons/99999999999",
  "/icons/192%00",
  "/fonts/%00",
  "/fonts/..%2f..%2fpackage.json",
  "/favicon.ico%00",
  "/opengraph-image?%",
  "/apple-icon/x",
  "/sitemap.xml/x",
  "/api",
  "/api/",
  "/api/%2e%2e/admin",
  "/api/auth/callback/x",
  "/api/auth/signin/%00",
  "/api/auth/session/x/y",
  "/api/auth/csrf?callbackUrl=http://[",
  "/api/auth/verify?token=%00&token=x",
];

/** What breaks off or isn't HTTP. */
function listBrokenRequests(): HostileRequest[] {
  const raw = (head: string, body = "", isCutOff = false): HostileRequest => ({
    head,
    body: Buffer.from(body, "latin1"),
    isCutOff,
  });
  const bodies = documentedCalls.filter(({ method }) => method === "POST" || method === "PUT");
  return [
    // Bodies that never arrive in full.
    ...bodies.flatMap(({ path, method }) => {
      const target = path.replaceAll(/\{\w+\}/g, "x");
      return [
        request(method, target, [json, ["content-length", "500"]], '{"a":', true),
        request(method, target, [json, ["transfer-encoding", "chunked"]], '5\r\n{"a":\r\n', true),
      ];
    }),
    ...pageTargets.map((path) => post(path, [json, ["content-length", "500"]], "{", true)),
    ...pageTargets.map((path) => request("GET", path, [["content-length", "9"]], "x", true)),
    ...pageTargets.map((path) => request("GET", path, [], "", true)),
    // Chunks that aren't chunks.
    post("/api/csp-reports", [json, ["transfer-encoding", "chunked"]], "zz\r\n"),
    post("/api/auth/magic-link", [json, ["transfer-encoding", "chunked"]], "5\r\nabc\r\nx"),
    post("/api/auth/signout", [multipart, ["transfer-encoding", "chunked"]], "zz\r\n"),
    post("/api/auth/magic-link", [json, ["transfer-encoding", "gzip"]], "x"),
    post("/api/auth/magic-link", [json, ["content-encoding", "gzip"]], "x"),
    post("/api/auth/magic-link", [json, ["content-length", "abc"]], "x"),
    post("/api/auth/magic-link", [json, ["content-length", "-1"]], "x"),
    post("/api/auth/magic-link", [json, ["content-length", "99999999999"]], "x"),
    // Not HTTP at all, or another version of it.
    raw("\r\n\r\n"),
    raw("GET\r\n\r\n"),
    raw("GET /\r\n\r\n"),
    raw("GET / HTTP/1.0\r\n\r\n"),
    raw("GET / HTTP/9.9\r\n\r\n"),
    raw("GET / HTTP/1.1\r\n\r\n"),
    raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    raw("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
    raw("GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\0\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\r\n folded\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\r\nx y: z\r\n\r\n"),
    raw("CONNECT localhost:22 HTTP/1.1\r\nhost: localhost:22\r\n\r\n"),
    raw("GET / HTTP/1.1\r\nhost: a\r\n", "", true),
    raw(`GET / HTTP/1.1\r\nhost: a\r\n${"x: y\r\n".repeat(3_000)}\r\n`),
    raw(`GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`),
    raw(`GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`),
    raw(
      "POST /api/auth/magic-link HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n" +
        "transfer-encoding: chunked\r\nconnection: close\r\n\r\n",
      "0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n",
    ),
  ];
}

/** Methods and bodies that a page doesn't take, among them Next's server actions. */
function listMethodRequests(): HostileRequest[] {
  const methods = ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "OPTIONS", "POST", "QUERY"];
  const action: Header = ["next-action", "7f".repeat(21)];
  const form = `${part("1_$ACTION_ID_x", "")}${part("0", '["$K1","$F1","$B1"]')}--b--\r\n`;
  return pageTargets.flatMap((path) => [
    ...methods.map((method) => request(method, path)),
    post(path, [action, ["content-type", "text/plain;charset=UTF-8"]], '["$F1","$undefined"]'),
    post(path, [action, multipart], form),
    post(path, [multipart], form),
    post(path, [multipart], "--b\r\n"),
    post(path, [["content-type", "application/x-www-form-urlencoded"]], "$ACTION_REF_1=x&%"),
  ]);
}

/** Bodies at the edge of what a route takes, and beyond. */
function listSizeRequests(): HostileRequest[] {
  const paths = [
    ...new Set(documentedCalls.filter(({ method }) => method === "POST").map(({ path }) => path)),
  ];
  // Others have their own parsers, and a test of their own.
  const isParsedElsewhere = (path: string) => /\/(?:twilio|browser-errors)/.test(path);
  const bodies = [
    "[".repeat(60_000),
    `[${"[],".repeat(20_000)}[]]`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, n]))),
    JSON.stringify({ email: `${"a".repeat(60_000)}@x.example`, token: "x".repeat(100) }),
    JSON.stringify({ email: `${"a@".repeat(30_000)}x`, phoneNumber: `+1${"4 ".repeat(100)}` }),
    JSON.stringify({ phoneNumber: "+".repeat(60_000), username: "\u{1f600}".repeat(9_000) }),
    `{"email":"a@b.example","q":1${"0".repeat(60_000)}}`,
    `"${"x".repeat(70_000)}"`,
  ];
  return paths
    .filter((path) => !isParsedElsewhere(path))
    .flatMap((path) => bodies.map((body) => post(path.replaceAll(/\{\w+\}/g, "x"), [json], body)));
}

/** Signatures and credentials that aren't ones. */
function listWebhookRequests(): HostileRequest[] {
  const proofs: Header[] = [
    ...["", ";", "ts=;h1=", "ts=x;h1=zz", "ts=1e99;h1=00", `ts=1;${"h1=00;".repeat(2_000)}`].map(
      (value): Header => ["paddle-signature", value],
    ),
    ...["", "x", "\u00ff", "A".repeat(5_000)].map((value): Header => ["x-twilio-signature", value]),
    ...["Basic", "Basic %", "Basic Og==", `Basic ${"QUFB".repeat(1_000)}`, "Basic //79"].map(
      (value): Header => ["authorization", value],
    ),
  ];
  const bodies = ["", "{", "null", "a=b&a=c&%", "\0", '{"event_id":1}'];
  return documentedCalls
    .filter(({ path }) => path.startsWith("/api/webhooks/"))
    .flatMap(({ path }) =>
      proofs.flatMap((proof) => bodies.map((body) => post(path, [json, proof], body))),
    );
}

/** What next-auth reads itself, of which the reference says little. */
function listNextAuthRequests(): HostileRequest[] {
  const form: Header = ["content-type", "application/x-www-form-urlencoded"];
  const callbacks = ["http://[", "//evil.example", "javascript:x", "%00", "x".repeat(5_000)];
  return [
    ...["session", "csrf", "providers", "signout"].flatMap((action) =>
      callbacks.flatMap((url) => [
        request("GET", `/api/auth/${action}?callbackUrl=${encode(url)}&error=x&csrf=true`),
        request("GET", `/api/auth/${action}`, [
          ["cookie", `next-auth.callback-url=${encode(url)}`],
        ]),
      ]),
    ),
    ...["", "{", "null", "[]", '"x"', '{"callbackUrl":{}}', '{"csrfToken":1}', '{"json":null}']
      .concat(callbacks.map((callbackUrl) => JSON.stringify({ callbackUrl, json: "true" })))
      .map((body) => post("/api/auth/signout", [json], body)),
    ...["", "%", "callbackUrl=http://[", "csrfToken=%00", "__proto__=x", "a=b&".repeat(15_000)].map(
      (body) => post("/api/auth/signout", [form], body),
    ),
    post("/api/auth/signout", [form, ["content-length", "5000000"]], "a", true),
    post("/api/auth/signout", [multipart], part("csrfToken", "x")),
    post("/api/auth/signout", [["content-type", "text/plain; application/json"]], "{"),
  ];
}

/** A path that Next would have to normalize, decode, or match, and the upgrades that nothing answers. */
function listTargetRequests(): HostileRequest[] {
  return targets.flatMap((target) => [
    request("GET", target),
    request("GET", target, [["upgrade", "websocket"]]),
    request("GET", target, [
      ["rsc", "1"],
      ["next-router-state-tree", "%"],
    ]),
    request("POST", target, [json], "{}"),
  ]);
}

/** All of them: every run has the same ones, in the same order. */
export function listHostileRequests(): HostileRequest[] {
  return [
    ...listTargetRequests(),
    ...listSearchRequests(),
    ...listHeaderRequests(),
    ...listMethodRequests(),
    ...listBrokenRequests(),
    ...listNextAuthRequests(),
    ...listWebhookRequests(),
    ...listPageRequests(),
    ...listRouteRequests(),
    ...listSizeRequests(),
  ];
}
