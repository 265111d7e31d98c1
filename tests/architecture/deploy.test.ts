import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importEndpoints } from "@/lib/contracts/admin/imports";
import { postImportEndpoint } from "@/lib/contracts/admin/post-imports";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { retentionPeriods } from "@/lib/contracts/retention";
import { loggedPath } from "@/lib/http/route/logged-path";
import { envVariables } from "@/lib/platform/env";
import { requiredEvents, requiredPermissions } from "@/lib/providers/paddle/account";
import { supervisorVariables } from "@/server/run/settings";
import { workerNodeFlags, workerVariables } from "@/server/worker/node-flags";
import { envErrorOf } from "@/tests/support/env-variables";

// What is in deploy/ names things of the service. deploy/try.sh runs it all.

const read = (path: string) => readFileSync(path, "utf8");
const pages = read("deploy/proxy/pages.conf");
const nginx = read("deploy/proxy/nginx.conf");
const configure = read("deploy/proxy/configure.sh");
const install = read("deploy/install.sh");
const unitPaths = globSync("deploy/systemd/*.service").toSorted();

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ 1: found = "" }) => found);

describe("variables", () => {
  const known = new Set([...envVariables, ...supervisorVariables, ...Object.keys(workerVariables)]);
  /** Of the proxy's own scripts. */
  const foreign = new Set(
    all(configure + read("deploy/proxy/certificate.sh"), /^# {3}([A-Z_]+) /gm),
  );
  const unknown = (names: readonly string[]) =>
    names.filter((name) => !known.has(name) && !foreign.has(name));

  test.each(unitPaths)("%s sets only variables that exist", (path) => {
    expect(unknown(all(read(path), /^Environment=([A-Z_]+)=/gm))).toEqual([]);
  });

  test("one that doesn't exist is found", () => {
    expect(unknown(["SITE_URL", "SITE_HOST", "PURGE_URLS"])).toEqual(["PURGE_URLS"]);
  });
});

describe("install.sh", () => {
  /** What check.sh says, on a machine with these files and a running nginx. */
  function check(args: readonly string[], files: Record<string, string> = {}): string {
    const root = mkdtempSync(join(tmpdir(), "threeline-check-"));
    try {
      for (const [path, text] of Object.entries({ ...files, "bin/systemctl": "#!/bin/sh\n" })) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text, { mode: 0o755 });
      }
      const PATH = `${root}/bin:${process.env["PATH"]}`;
      const paths = args.map((arg) => (arg in files ? join(root, arg) : arg));
      const env = { ...process.env, ROOT: root, PATH };
      const { stderr } = spawnSync("sh", ["deploy/check.sh", ...paths], { env, encoding: "utf8" });
      return stderr.replaceAll(root, "");
    } finally {
      rmSync(root, { recursive: true });
    }
  }

  test("leaves an nginx with other sites running, and names them", () => {
    const blog = { "etc/nginx/sites-enabled/blog": "", "etc/nginx/sites-enabled/default": "" };
    expect(check(["ports"], blog)).toMatch(
      /nginx serves other sites, which would go down: .*:\n\/etc\/nginx\/sites-enabled\/blog\nUse/,
    );
    expect(check(["ports"], { "etc/nginx/sites-enabled/default": "" })).toBe("");
  });

  test("names every variable that a live service requires, at once", () => {
    const file = "threeline.env";
    const said = check(["settings", file], { [file]: read(".env.example") });
    const named = said.split("\n").filter((line) => line.startsWith("  "));
    const generated = ["AUTH_SECRET"];
    const given = {
      PROVIDERS: "live",
      DATABASE_URL: "postgresql:///x",
      SITE_URL: "https://a.test",
    };
    const required = new Set(envErrorOf(given).match(/\b(?!SID\b)[A-Z][A-Z\d]*_[A-Z_]+\b/g));
    expect(all(said, /\b([A-Z]+_[A-Z_]+)\b/g).toSorted()).toEqual(
      [...required, "ALLOW_SANDBOX"].filter((name) => !generated.includes(name)).toSorted(),
    );
    expect(named).toContain("  TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID");
    expect(check(["settings", file], { [file]: "ALLOW_SANDBOX=1\n" })).toBe("");
  });

  test("says how much space versions need when there is too little", () => {
    const df = "#!/bin/sh\necho head\necho /dev/x 1 1 1500000 1% /\n";
    expect(check(["disk"], { "bin/df": df })).toContain("Only 1500 MB are free in /opt.");
  });

  test("installs no packages for tests, even if the sources have them", () => {
    expect(install).toContain("--exclude /node_modules");
    expect(install).toContain("scripts/bootstrap.mjs build");
    expect(/const developing = \[.*\];/.exec(read("scripts/bootstrap.mjs"))?.[0]).not.toContain(
      '"build"',
    );
  });
});

test("docs/deploy.md names every permission and event that we need at Paddle", () => {
  const guide = read("docs/deploy.md");
  const missing = [...requiredPermissions, ...requiredEvents].filter(
    (name) => !guide.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});

describe("logs are kept as long as the privacy policy says", () => {
  const { days } = retentionPeriods.log;

  test("by the proxy, which starts a new file each day, even if the last one is empty", () => {
    const logrotate = read("deploy/proxy/logrotate");
    expect(all(logrotate, /^ *(daily|\w*ifempty|rotate \d+|maxage \d+)$/gm)).toEqual([
      "daily",
      "ifempty",
      `rotate ${days - 1}`,
    ]);
  });

  test("by the journal, as docs/deploy.md configures it", () => {
    expect(all(read("docs/deploy.md"), /MaxRetentionSec=(\w+)/g)).toEqual([`${days}day`]);
  });
});

describe("addresses", () => {
  const purge = /PURGE=\$\{PURGE:-127\.0\.0\.1:(\d+)\}/.exec(configure)?.[1];

  test("web processes purge where the proxy listens", () => {
    const url = `http://127.0.0.1:${purge}/purge`;
    expect(read("deploy/systemd/threeline-web@.service")).toContain(
      `Environment=PROXY_PURGE_URLS=${url}\n`,
    );
  });

  test("install.sh, try.sh, and Prometheus name the same web processes", () => {
    const ports = /web_ports="([\d ]+)"/.exec(install)?.[1]?.split(" ") ?? [];
    expect(ports).toHaveLength(2);
    expect(read("deploy/try.sh")).toContain(`web_ports="${ports.join(" ")}"`);
    for (const port of ports) {
      expect(read("deploy/prometheus/prometheus.yml")).toContain(`"127.0.0.1:${port}"`);
    }
  });
});

test("workers get the same limits as with npm start", () => {
  const command = [...workerNodeFlags, "dist/run.mjs", "worker"];
  const unit = read("deploy/systemd/threeline-worker@.service");
  expect(unit).toContain(`${command.join(" ")} %i\n`);
  for (const [name, value] of Object.entries(workerVariables)) {
    expect(unit).toContain(`\nEnvironment=${name}=${value}\n`);
    for (const containers of ["deploy/compose.yaml", "deploy/coolify.yaml"]) {
      expect(read(containers)).toContain(`    ${name}: "${value}"\n`);
    }
  }
});

describe("the proxy", () => {
  const cached = [
    ...all(pages, /location = (\S+) \{\n {2}include \S+cached\.conf/g).map((path) => `^${path}$`),
    ...all(pages, /location \^~ (\S+) \{\n {2}include \S+cached\.conf/g).map((path) => `^${path}`),
    ...all(pages, /location ~ (\S+) \{\n {2}include \S+cached\.conf/g),
  ].map((pattern) => new RegExp(pattern));
  const isCached = (path: string) => cached.some((pattern) => pattern.test(path));

  /** `app/(reading)/r/[slug]/page.tsx` → `/r/x` */
  const pathOf = (file: string) =>
    file
      .replace(/^app|\/(?:page\.tsx|route\.tsx?)$/g, "")
      .replaceAll(/\/\([^)]+\)/g, "")
      .replaceAll(/\[[^\]]+\]/g, "x") || "/";

  const files = globSync(["app/**/page.tsx", "app/**/route.{ts,tsx}"]).toSorted();
  /**
   * `/read/{postId}` is a redirect and a search has a query, both rendered for each request; icons are
   * small and rarely asked for.
   */
  const isPublic = (file: string) =>
    (/^app\/\((?:marketing|reading)\)\//.test(file) && !/\[postId\]|\/search\//.test(file)) ||
    /^app\/[\w-]+\.(?:xml|json|txt)\/route\.ts$/.test(file);

  test.each(files.filter(isPublic))("stores %s", (file) => {
    expect(isCached(pathOf(file))).toBe(true);
  });

  test("stores nothing else", () => {
    const others = files.filter((file) => !isPublic(file));
    expect(others.length).toBeGreaterThan(60);
    expect(others.filter((file) => isCached(pathOf(file)))).toEqual([]);
  });

  test("asks the other process for a script of the version that only one has", () => {
    const [location = ""] = /location ~ \^\/\(\?:_next\/static[^}]+\}/.exec(pages) ?? [];
    expect(location).toMatch(/^ *proxy_next_upstream .*\bhttp_404\b.*;$/m);
  });

  test("takes bodies as large as the service does, and keeps none that is larger on its disk", () => {
    const { archive, csvAsJson, image, post, webhook } = bodyLimitsBytes;
    const sizes = all(pages, /client_max_body_size (\d+[km]);/g).map(
      (size) => Number.parseInt(size, 10) * (size.endsWith("m") ? 1024 ** 2 : 1024),
    );
    for (const [index, limit] of [Math.max(post, webhook), image, csvAsJson, archive].entries()) {
      expect(sizes[index]).toBeGreaterThan(limit);
      expect(sizes[index]).toBeLessThan(limit * 1.1);
    }
    const unbuffered = "proxy_request_buffering off;";
    expect(pages).toContain(
      `location = /api/images {\n  client_max_body_size 21m;\n  ${unbuffered}`,
    );
    for (const path of [importEndpoints.list, postImportEndpoint]) {
      expect(pages).toContain(
        `location = ${path} {\n  client_max_body_size 101m;\n  ${unbuffered}`,
      );
    }
  });

  test("counts an IPv6 client by the 64 bits that all its addresses begin with", () => {
    const pattern = new RegExp(all(nginx, /"~\^\(\?s\)(\S+)" \$first64;/g)[0] ?? "", "s");
    const networkOf = (bytes: string) => pattern.exec(bytes)?.groups?.["first64"];
    expect(networkOf("\x20\x01\r\n\0\0\0\x01\0\0\0\0\0\0\0\x02")).toBe("\x20\x01\r\n\0\0\0\x01");
    expect(networkOf("\x7f\0\0\x01")).toBeUndefined();
    expect(nginx).toMatch(/\$sender \{[^}]*default \$client_network;/);
  });

  test("leaves tokens out of its log as the service does", () => {
    const patterns = all(nginx, /^ {4}"~(\S+)" "\$\{kept\}\[token\]";$/gm);
    expect(patterns).toHaveLength(2);
    const proxyPath = (path: string) => {
      const kept = patterns.map((pattern) => new RegExp(pattern).exec(path)?.groups?.["kept"]);
      const start = kept.find((each) => each !== undefined);
      return start === undefined ? path : `${start}[token]`;
    };
    const paths = files.map(pathOf).concat("/auth/verify/x", "/api/auth/verify/x");
    for (const path of paths) expect(proxyPath(path)).toBe(loggedPath(`http://site${path}`));
  });

  test("listens on IPv6 where there is IPv6", () => {
    const root = mkdtempSync(join(tmpdir(), "threeline-proxy-"));
    try {
      const tls = join(root, "var/lib/threeline-proxy/tls");
      mkdirSync(tls, { recursive: true });
      writeFileSync(join(tls, "fullchain.pem"), "one that exists isn't replaced");
      execFileSync("sh", ["deploy/proxy/configure.sh"], {
        env: { ...process.env, ROOT: root, SITE_HOST: "site.example", WEB: "web:3000" },
      });
      const site = readFileSync(join(root, "etc/threeline/proxy/site.conf"), "utf8");
      const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
        addresses?.some(({ family }) => family === "IPv6"),
      );
      expect(site).toContain("listen 443 ssl");
      expect(site.includes("listen [::]:443 ssl")).toBe(hasIpv6);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test("stores a page without anything that one client sent", () => {
    const rules = read("deploy/proxy/cached.conf");
    expect(rules).toContain("proxy_pass_request_headers off;");
    expect(rules).toContain("rewrite ^(.*)$ $1? break;\nproxy_pass http://web;");
    expect(rules).toContain("proxy_no_cache $is_private;");
    expect(read("deploy/proxy/live.conf")).not.toContain("proxy_cache");
  });
});

describe("systemd units", () => {
  const required = [
    "NoNewPrivileges=yes",
    "PrivateDevices=yes",
    "PrivateTmp=yes",
    "ProtectHome=yes",
    "ProtectSystem=strict",
    "SystemCallFilter=@system-service",
    "UMask=0077",
  ];

  // systemd applies it to all units whose names begin like this, before any other drop-in.
  const shared = read("deploy/systemd/threeline-.service.d/00-hardened.conf");

  test.each(unitPaths)("%s is hardened and doesn't run as root", (path) => {
    expect(path).toMatch(/^deploy\/systemd\/threeline-/);
    const lines = `${read(path)}\n${shared}`.split("\n");
    expect(required.filter((line) => !lines.includes(line))).toEqual([]);
    expect(lines.some((line) => /^User=threeline(?:-proxy)?$/.test(line))).toBe(true);
  });
});
