import { benchAdmin } from "./admin";
import { benchDelivery } from "./delivery";
import { runCeiling } from "./ceiling";
import { benchHostile } from "./hostile";
import { benchPages } from "./pages";
import { benchParsers } from "./parsers";
import { runSink } from "./sink";
import { benchWebhooks } from "./webhooks";

const benches: Record<string, { about: string; run(args: string[]): Promise<object> }> = {
  admin: {
    about: "requests of the admin screens, with 100,000 subscribers and a year of deliveries",
    run: benchAdmin,
  },
  delivery: {
    about: "sending one day's emails or texts, compared with the bare SDK",
    run: benchDelivery,
  },
  hostile: {
    about: "processor time of each hostile request that anyone can send",
    run: benchHostile,
  },
  pages: {
    about: "public pages: Lighthouse, script size, requests per second",
    run: benchPages,
  },
  parsers: {
    about: "requests of strangers with the largest inputs that the limits allow",
    run: benchParsers,
  },
  webhooks: {
    about: "webhook calls per second, and sign-ups during a burst of them",
    run: benchWebhooks,
  },
};

/** Parts of a benchmark that run as separate processes. */
const parts: Record<string, (args: string[]) => Promise<void>> = {
  "part:sink": runSink,
  "part:ceiling": runCeiling,
};

async function main(name: string | undefined, args: string[]): Promise<void> {
  const part = parts[name ?? ""];
  if (part) {
    await part(args);
    return;
  }
  const bench = benches[name ?? ""];
  if (bench) {
    console.log(JSON.stringify(await bench.run(args)));
    return;
  }
  console.log("npm run bench -- NAME [--options]\n");
  for (const [each, { about }] of Object.entries(benches))
    console.log(`  ${each.padEnd(10)} ${about}`);
  if (name !== undefined && name !== "--help") {
    console.error(`\nThere is no benchmark named ${name}.`);
    process.exitCode = 1;
  }
}

const [name, ...args] = process.argv.slice(2);
main(name, args).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
