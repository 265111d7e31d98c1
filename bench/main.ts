import { benchAdmin } from "./admin";
import { benchDelivery } from "./delivery";
import { runCeiling } from "./ceiling";
import { benchPages } from "./pages";
import { runSink } from "./sink";
import { benchWebhooks } from "./webhooks";

const benches: Record<string, { about: string; run(args: string[]): Promise<object> }> = {
  admin: {
    about: "what the editors' screens ask for, with 1,000 posts and a year of messages",
    run: benchAdmin,
  },
  delivery: {
    about: "the whole path of a morning's e-mail or texts, beside the bare SDK",
    run: benchDelivery,
  },
  pages: {
    about: "the public pages as built: Lighthouse, weight of scripts, requests a second",
    run: benchPages,
  },
  webhooks: {
    about: "signed Paddle events a second, and the answer times at 200 a second",
    run: benchWebhooks,
  },
};

/** Parts of a bench that run as processes of their own. */
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
    console.error(`\nThere is no bench called ${name}.`);
    process.exitCode = 1;
  }
}

const [name, ...args] = process.argv.slice(2);
main(name, args).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
