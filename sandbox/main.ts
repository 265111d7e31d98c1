import { SandboxRefusal, readSandboxSettings } from "./settings";
import { createSandbox } from "./server";

process.title = "threeline-sandbox";
// Its data includes login links and people's addresses.
process.umask(0o077);

try {
  await run();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = readSandboxSettings(process.env);
  const sandbox = createSandbox(settings);
  let closing: Promise<void> | undefined;
  const stop = () => {
    closing ??= sandbox.close().then(() => process.exit(0));
    closing.catch(() => process.exit(1));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  process.once("disconnect", stop);
  await sandbox.listen();
  process.send?.({ type: "ready" });
}

function explain(error: unknown): string {
  if (error instanceof SandboxRefusal) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    const port = process.env["SANDBOX_PORT"] || "4010";
    return `Port ${port} is in use. Set SANDBOX_PORT to a free port.`;
  }
  return `The sandbox couldn't start: ${error instanceof Error ? error.message : String(error)}`;
}
