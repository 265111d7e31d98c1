// Bundles scripts/main.ts and runs one of its commands.
import { pathToFileURL } from "node:url";
import { buildProcesses } from "../server/build/bundle.ts";

await buildProcesses(["main"]);
await import(pathToFileURL("dist/main.mjs").href);
