import { benchDelivery } from "./delivery";
import { runCeiling } from "./ceiling";
import { runSink } from "./sink";

const benches = {
  delivery: {
    about: "the whole path of a morning's e-mail or texts, beside the bare SDK",
    run: benchDelivery,
  },
} as const;

/** Parts of a bench that run as processes of their own. */
const parts = { "part:sink": runSink, "part:ceiling": runCeiling } as const;

async function main(name: string | undefined, args: string[]): Promise<void> {
  if (name !== undefined && name in parts) {
    await parts[name as keyof typeof parts](args);
    return;
  }
  if (name !== undefined && name in benches) {
    const result = await benches[name as keyof typeof benches].run(args);
    console.log(JSON.stringify(result));
    return;
  }
  console.log("npm run bench -- NAME [--options]\n");
  for (const [each, { about }] of Object.entries(benches)) console.log(`  ${each.padEnd(10)} ${about}`);
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
