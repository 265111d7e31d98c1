/** One instance of the service for the browser tests. */
export type E2eService = {
  port: number;
  sandboxPort: number;
  dataDir: string;
  /** What `npm start` is given. */
  variables: Record<string, string>;
};

/**
 * The instances to test, one for each browser worker, so that files that run at the same time share
 * no posts, messages, or clock. E2E_PORT and E2E_SANDBOX_PORT list their ports, separated by commas.
 */
export function readE2eServices(env: Record<string, string | undefined>): E2eService[] {
  const ports = readPorts(env["E2E_PORT"] ?? "3190");
  const sandboxPorts = readPorts(env["E2E_SANDBOX_PORT"] ?? "4290");
  return ports.flatMap((port, index) => {
    const sandboxPort = sandboxPorts[index];
    if (sandboxPort === undefined) return [];
    const dataDir = index === 0 ? ".test/e2e" : `.test/e2e-${index + 1}`;
    return [{ port, sandboxPort, dataDir, variables: variablesOf(port, sandboxPort, dataDir) }];
  });
}

const readPorts = (list: string) => list.split(",").map(Number);

function variablesOf(port: number, sandboxPort: number, dataDir: string): Record<string, string> {
  return {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    SITE_URL: "",
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: "a-password-for-tests",
    WORKERS: "1",
    // A test chooses the client address that it comes from (tests/support/own-address.ts).
    TRUSTED_PROXY_HOPS: "1",
    // Never with real providers, whatever this machine's environment has.
    POSTMARK_SERVER_TOKEN: "",
    TWILIO_AUTH_TOKEN: "",
    PADDLE_API_KEY: "",
  };
}
