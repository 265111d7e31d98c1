// Runs one of the commands of scripts/main.ts on the Node that came with the packages.
import { pathToFileURL } from "node:url";
import { buildProcesses } from "../server/build/bundle.ts";

await buildProcesses(["main"]);
await import(pathToFileURL("dist/main.mjs").href);
