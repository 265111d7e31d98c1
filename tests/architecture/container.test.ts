import { existsSync, readFileSync } from "node:fs";
import { matchesGlob, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { heartbeatFreshS } from "@/lib/domain/delivery/monitoring/health";
import { envVariables } from "@/lib/platform/env";
import { supervisorVariables } from "@/server/run/settings";
import { workerVariables } from "@/server/worker/node-flags";

// deploy/compose.yaml and the Dockerfiles name things of the service, and say the same as the systemd
// units. deploy/container/try.sh runs what they say.

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("deploy/compose.yaml");
const dockerfile = read("deploy/container/Dockerfile");
const proxyDockerfile = read("deploy/container/proxy.Dockerfile");
const unit = (name: string) => read(`deploy/systemd/${name}.service`);

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ 1: found = "" }) => found);
const first = (text: string, pattern: RegExp) => all(text, pattern)[0] ?? "";

/** Variables of the runtime, not of the service. */
const runtimeVariables = ["NODE_ENV", ...Object.keys(workerVariables)];

/** The text of each top-level key's children: `web-1` → its lines, without what it merges. */
function blocksOf(section: string): Map<string, string> {
  const [, body = ""] = new RegExp(`^${section}:\n((?: .*\n|\n)*)`, "m").exec(compose) ?? [];
  const blocks = body.split(/^ {2}(?=\S)/m).filter((block) => /^[a-z]/.test(block));
  return new Map(blocks.map((block) => [first(block, /^([a-z\d-]+):/g), block]));
}

/** A block with the blocks that it merges (`<<: *service`) in front. */
function merged(block: string): string {
  return all(block, /<<: \*([a-z]+)/g)
    .map((name) => merged(first(compose, new RegExp(`^x-\\S+: &${name}\n((?: .*\n|\n)*)`, "gm"))))
    .concat(block)
    .join("\n");
}

const services = new Map(
  [...blocksOf("services")].map(([name, block]) => [name, merged(block)] as const),
);
const service = (name: string) => services.get(name) ?? "";
const ours = ["prepare", "web-1", "web-2", "worker-1", "worker-2"];

/** The last value of a key, because what is merged comes first. */
const lastOf = (text: string, key: string) =>
  all(text, new RegExp(`^ +${key}: (.+)$`, "gm")).at(-1) ?? "";
const words = (list: string) => all(list, /"?([^\s"[\],]+)"?/g);

test("journald.yaml has every service", () => {
  const named = all(read("deploy/container/journald.yaml"), /^ {2}([a-z\d-]+): \*journal$/gm);
  expect(named).toEqual([...services.keys()]);
});

test("has these services", () => {
  expect([...services.keys()].toSorted()).toEqual(
    [...ours, "postgres", "proxy", "backup", "prometheus", "grafana"].toSorted(),
  );
});

/** Of a release, and with an ending for the proxy and the backups. */
const ownImage = "${THREELINE_IMAGE:-ghcr.io/threeline/threeline:latest}";

test("builds each image once from the sources, and publishes it", () => {
  const built = all(read("deploy/container/build.yaml"), /^ {2}([a-z]+):\n {4}build:/gm);
  const images = new Set([...services.values()].map((text) => lastOf(text, "image")));
  const own = [...images].filter((image) => image.startsWith(ownImage));
  expect(built.map((name) => lastOf(service(name), "image")).toSorted()).toEqual(own.toSorted());
  const release = read(".github/workflows/release.yml");
  // As it is, the name may have capitals.
  expect(release).not.toContain("ghcr.io/${{ github.repository }}");
  const published = all(release, /suffix: "([^"]*)"/g);
  expect(published.map((suffix) => ownImage + suffix).toSorted()).toEqual(own.toSorted());
});

// Compose asks a registry for the image of a service that has no `build`, and stops if it isn't there.
test("doesn't pull what it builds", () => {
  const text = read("deploy/container/build.yaml");
  const built = all(text, /^ {2}([a-z]+):\n {4}build:/gm);
  const images = new Set(built.map((name) => lastOf(service(name), "image")));
  const others = [...services.keys()].filter(
    (name) => !built.includes(name) && images.has(lastOf(service(name), "image")),
  );
  expect(text).toContain("x-built: &built\n  pull_policy: never\n");
  expect(all(text, /^ {2}([a-z\d-]+): \*built$/gm)).toEqual(others);
});

describe.each([...services])("%s", (name, text) => {
  test("is hardened, and stops what grows", () => {
    for (const line of [
      "init: true",
      "read_only: true",
      "cap_drop: [ALL]",
      'security_opt: ["no-new-privileges:true"]',
      'options: { max-size: 20m, max-file: "10" }',
    ]) {
      expect(text).toContain(`  ${line}\n`);
    }
    expect(lastOf(text, "pids_limit")).toMatch(/^\d+$/);
    expect(text).not.toContain("privileged: true");
    expect(text).not.toContain("docker.sock");
  });

  test("doesn't run as root", () => {
    const image = lastOf(text, "image");
    const file = image === `${ownImage}-proxy` ? proxyDockerfile : dockerfile;
    const user = image.startsWith(ownImage) ? first(file, /^USER (\S+)$/gm) : lastOf(text, "user");
    expect(user).toMatch(/^(?:65532:65532|threeline-proxy|postgres|nobody|"472")$/);
  });

  test("has an image of a version", () => {
    const image = lastOf(text, "image");
    expect(image.startsWith(ownImage) || /^\S+:v?\d+\.\d+\S*$/.test(image)).toBe(true);
  });

  // Others wait until this one has ended, and it ends by itself.
  if (name === "prepare") return;
  test("has a health check", () => {
    const image = lastOf(text, "image");
    const target = image === `${ownImage}-backup` ? "backup" : "threeline";
    const stage = dockerfile.split(/^FROM /m).find((each) => each.includes(` AS ${target}\n`));
    const own = image === `${ownImage}-proxy` ? proxyDockerfile : (stage ?? "");
    expect(text.includes("test: [CMD, ") || /^HEALTHCHECK /m.test(own)).toBe(true);
  });
});

describe("processes", () => {
  /** As systemd starts it. */
  const started = (name: string, instance = "") =>
    first(unit(name), /^ExecStart=(.+)$/gm)
      .replace("%i", instance)
      .split(" ");
  const entrypoint = words(first(dockerfile, /^ENTRYPOINT (\[.*node"\])$/gm));
  const command = (name: string) => entrypoint.concat(words(lastOf(service(name), "command")));

  test("are started as systemd starts them", () => {
    // install.sh switches to the next version once the database is ready for it.
    const next = started("threeline-prepare").map((word) => word.replace("/next/", "/current/"));
    expect(command("prepare")).toEqual(next);
    for (const name of ["web-1", "web-2"]) {
      expect(command(name)).toEqual(started("threeline-web@"));
    }
    for (const number of ["1", "2"]) {
      expect(command(`worker-${number}`)).toEqual(started("threeline-worker@", number));
    }
    const [, target = ""] = dockerfile.split(" AS threeline\n");
    expect(entrypoint.concat(words(first(target, /^CMD (\[.+\])$/gm)))).toEqual(
      started("threeline-web@"),
    );
  });

  test("have the same folders, and as long to stop", () => {
    for (const name of ["threeline-prepare", "threeline-web@", "threeline-worker@"]) {
      const folder = first(unit(name), /^WorkingDirectory=(.+)$/gm).replace("/next", "/current");
      expect(dockerfile.match(/^WORKDIR (.+)$/gm)).toEqual(
        Array.from({ length: 3 }, () => `WORKDIR ${folder}`),
      );
      const dataDir = first(unit(name), /^Environment=(DATA_DIR=.+)$/gm);
      expect(all(dockerfile, /(DATA_DIR=\S+)/g)).toEqual([dataDir, dataDir, dataDir]);
      expect(compose).toContain(`  ${dataDir.replace("=", ": ")}\n`);
      expect(service("web-1")).toContain(`volumes: [data:${dataDir.split("=")[1]}]`);
    }
    for (const [name, unitName] of [
      ["web-1", "threeline-web@"],
      ["worker-1", "threeline-worker@"],
      ["proxy", "threeline-proxy"],
    ] as const) {
      const seconds = first(unit(unitName), /^TimeoutStopSec=(\d+)$/gm);
      expect(lastOf(service(name), "stop_grace_period")).toBe(`${seconds}s`);
      const limit = first(unit(unitName), /^MemoryMax=(\w+)$/gm).toLowerCase();
      expect(lastOf(service(name), "mem_limit")).toBe(limit);
    }
  });

  test("wait until the database is migrated", () => {
    expect(service("prepare")).toContain("postgres: { condition: service_healthy }");
    for (const name of [...ours.slice(1), "backup"]) {
      expect(compose).toContain("prepare: { condition: service_completed_successfully }");
      expect(service(name)).toContain("depends_on: ");
    }
  });

  test("are checked by a program that is in the image", () => {
    const check = [...entrypoint, "health.mjs"];
    expect(read("deploy/container/pack.mjs")).toContain('"deploy/container/health.mjs"');
    expect(words(first(dockerfile, /^ {2}CMD (\[.*health.mjs.*\])$/gm))).toEqual([...check, "web"]);
    for (const number of ["1", "2"]) {
      expect(words(lastOf(service(`worker-${number}`), "test"))).toEqual([
        "CMD",
        ...check,
        "worker",
        number,
      ]);
    }
    const health = read("deploy/container/health.mjs");
    expect(health).toContain(`heartbeatFreshMs = ${heartbeatFreshS}_000;`);
    expect(existsSync("app/api/health/route.ts")).toBe(true);
    expect(read("server/run/processes.ts")).toContain("`threeline-worker-${name}`");
  });

  test("stop at a signal that they don't ignore", () => {
    // Node and the shell stop at SIGTERM, the default; PostgreSQL's image changes it.
    const signals = all(dockerfile, /^(?:FROM (?=postgres)|STOPSIGNAL )(\S+)/gm);
    expect(signals).toEqual([expect.stringMatching(/^postgres:/), "SIGTERM"]);
  });

  test("restore a backup for its check on a disk, not in memory", () => {
    const [, folder] = /^ENV .*TMPDIR=(\S+)/m.exec(dockerfile) ?? [];
    expect(service("backup")).toContain(`scratch:${folder}]`);
  });

  test("are all replaced by an update", () => {
    const update = read("deploy/container/update.sh");
    expect(first(update, /for service in (.+);/g).split(" ")).toEqual(ours.slice(1));
  });
});

describe("variables", () => {
  const known = new Set([...envVariables, ...supervisorVariables, ...runtimeVariables]);
  const scripts = read("deploy/proxy/configure.sh") + read("deploy/proxy/certificate.sh");
  const ofProxy = new Set(all(scripts, /^# {3}([A-Z_]+) /gm));
  const set = (name: string) => [
    ...all(service(name), /^ +([A-Z][A-Z_]+): /gm),
    ...(service(name).includes("*environment")
      ? all(first(compose, /^x-environment: .*\n((?: .*\n)*)/gm), /^ +([A-Z][A-Z_]+): /gm)
      : []),
  ];

  test.each([...ours, "backup"])("of %s exist", (name) => {
    expect(set(name)).toContain("DATABASE_URL");
    expect(set(name).filter((each) => !known.has(each))).toEqual([]);
  });

  test("of the proxy exist", () => {
    expect(set("proxy")).toContain("WEB");
    expect(set("proxy").filter((each) => !ofProxy.has(each))).toEqual([]);
  });

  test("of .env are described", () => {
    const ownNames = [
      "CERTIFICATE",
      "GRAFANA_PASSWORD",
      "POSTGRES_PASSWORD",
      "SITE_HOST",
      "THREELINE_IMAGE",
    ];
    const names = new Set(all(compose, /[^$]\$\{([A-Z_]+)/g));
    expect([...names].filter((each) => !known.has(each)).toSorted()).toEqual(ownNames.toSorted());
    for (const name of [...ownNames, "COMPOSE_PROFILES"]) {
      expect(read("docs/deploy.md")).toContain(name);
    }
  });

  test("web processes believe one proxy, and listen for it", () => {
    for (const name of ["web-1", "web-2"]) {
      expect(lastOf(service(name), "TRUSTED_PROXY_HOPS")).toBe('"1"');
      expect(lastOf(service(name), "HOST")).toBe("0.0.0.0");
      expect(service(name)).not.toContain("ports:");
    }
  });
});

describe("addresses", () => {
  const addressOf = (name: string) => first(service(name), /ipv4_address: ([\d.]+)/g);
  const port: string = JSON.parse(lastOf(service("web-1"), "PORT"));

  test("the proxy knows every web process, and every one purges it", () => {
    const addresses = ["web-1", "web-2"].map((name) => `${addressOf(name)}:${port}`);
    expect(lastOf(service("proxy"), "WEB")).toBe(addresses.join(" "));
    const purge = first(read("deploy/proxy/configure.sh"), /PURGE:-127\.0\.0\.1:(\d+)/g);
    expect(lastOf(service("proxy"), "PURGE")).toBe(`0.0.0.0:${purge}`);
    expect(proxyDockerfile).toContain(`http://127.0.0.1:${purge}/health`);
    for (const name of ["web-1", "web-2"]) {
      expect(lastOf(service(name), "PROXY_PURGE_URLS")).toBe(
        `http://${addressOf("proxy")}:${purge}/purge`,
      );
    }
  });

  test("only the proxy is public", () => {
    const open = [...services].filter(([, text]) => text.includes("ports: "));
    expect(open.map(([name]) => name)).toEqual(["proxy", "grafana"]);
    expect(service("grafana")).toContain('ports: ["127.0.0.1:');
    expect(compose).toContain("internal: true");
  });

  test("Prometheus reads every web process, with the token that is written for it", () => {
    const scraped = read("deploy/prometheus/compose.yml");
    expect(scraped).toContain(`targets: [web-1:${port}, web-2:${port}]`);
    expect(existsSync("app/api/metrics/route.ts")).toBe(true);
    const token = first(scraped, /credentials_file: (\S+)/g);
    expect(service("prometheus")).toContain(`>${token};`);
    const image = read("deploy/prometheus/prometheus.yml");
    expect(first(scraped, /rule_files:\n {2}- (\S+)/g)).toBe(
      first(image, /rule_files:\n {2}- (\S+)/g),
    );
  });
});

test("every file that is mounted or copied exists", () => {
  const mounted = all(compose, /^ +- (\.\/[^:]+):/gm).map((path) => `deploy/${path}`);
  const copied = all(dockerfile + proxyDockerfile, /^COPY (?:--chmod=755 )?(deploy\S+) /gm);
  expect(mounted.length).toBeGreaterThan(3);
  expect(copied.length).toBe(3);
  expect([...mounted, ...copied].filter((path) => !existsSync(path))).toEqual([]);
  const volumes = [...services.values()].flatMap((text) =>
    all(text, /(?:volumes: \[|, |^ +- )([a-z]+):\//gm),
  );
  const declared = all(first(compose, /^volumes:\n((?: .*\n)*)/gm), /^ {2}([a-z]+): \{\}/gm);
  expect(declared.toSorted()).toEqual([...new Set(volumes)].toSorted());
});

describe.each(["demo", "coolify"])("deploy/%s.yaml", (file) => {
  const text = read(`deploy/${file}.yaml`);

  test("runs the images and commands of compose.yaml", () => {
    const images = all(text, /^ +image: (.+)$/gm);
    expect(images.toSorted()).toEqual([ownImage, lastOf(service("postgres"), "image")].toSorted());
    const commands = all(text, /^ +command: \[(.+)\]$/gm);
    const known = ours.map((name) => lastOf(service(name), "command").slice(1, -1));
    const others = ["dist/run.mjs, sandbox", "dist/run.mjs, cli, seed, --demo"];
    const plain = 'dist/run.mjs, worker, "1"';
    expect(commands.filter((each) => ![...known, ...others, plain].includes(each))).toEqual([]);
  });

  test("sets variables that exist", () => {
    const known = new Set([
      ...envVariables,
      ...supervisorVariables,
      ...runtimeVariables,
      "SANDBOX_HOST",
      "POSTGRES_USER",
      "POSTGRES_PASSWORD",
      // Coolify's own.
      "SERVICE_URL_WEB_3000",
    ]);
    const set = all(text, /^ +([A-Z][A-Z_\d]+): /gm);
    expect(set.length).toBeGreaterThan(8);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });
});

test("the demo's processes start once the sandbox answers", () => {
  const demo = read("deploy/demo.yaml");
  expect(first(demo, /^x-process: .*\n((?: .*\n)*)/gm)).toContain(
    "sandbox: { condition: service_healthy }",
  );
  expect(demo).toContain("health.mjs, sandbox]");
});

const ignored = read(".dockerignore").split("\n");

test("images are built from all sources that are bundled", async () => {
  const entries = all(read("server/build/bundle.ts"), /: "(\S+\.ts)",$/gm);
  expect(entries).toContain("scripts/main.ts");
  const { metafile } = await build({
    entryPoints: entries,
    outdir: "dist",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    alias: { "@": resolve(".") },
    write: false,
    metafile: true,
  });
  const isIgnored = (path: string) =>
    ignored.some((each) => matchesGlob(path, each) || matchesGlob(path, `${each}/**`));
  expect(Object.keys(metafile.inputs).filter(isIgnored)).toEqual([]);
});

test("images keep secrets and what nobody needs out", () => {
  for (const path of ["**/.env", ".git", "node_modules", ".data"]) expect(ignored).toContain(path);
  expect(dockerfile).not.toContain("type=secret");
  expect(dockerfile).not.toMatch(/^ARG .*(?:SECRET|TOKEN|PASSWORD|KEY)/m);
});

test("pages are built with the Node version that runs them", () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    read("package.json"),
  );
  expect(dockerfile).toContain(`FROM node:${dependencies["node"]}-`);
});
