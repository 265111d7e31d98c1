import { spawnSync } from "node:child_process";
import { connect, createServer, type Server } from "node:net";

/** The machine that PostgreSQL and the sandbox run on, as other hosts see it. */
export const serverAddress = "10.87.0.1";

const bridge = "threeline0";

/** A network namespace with its own address on one bridge. */
export type Host = {
  /** Its host name and namespace. */
  name: string;
  address: string;
  /** Connects it to the network, or takes it off, as pulling its cable does. */
  setLink(isUp: boolean): void;
};

function run(command: string): void {
  const [program = "", ...args] = command.split(" ");
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed (it needs root): ${stderr.trim()}`);
}

/** Creates the bridge and its hosts. Whatever an interrupted run left is deleted before. */
export function createHosts(count: number): Host[] {
  deleteHosts(count);
  run(`ip link add ${bridge} type bridge`);
  run(`ip address add ${serverAddress}/24 dev ${bridge}`);
  run(`ip link set ${bridge} up`);
  return names(count).map((name, index) => {
    const address = `10.87.0.${index + 11}`;
    run(`ip netns add ${name}`);
    run(`ip link add ${name} type veth peer name eth0 netns ${name}`);
    run(`ip link set ${name} master ${bridge} up`);
    run(`ip -netns ${name} address add ${address}/24 dev eth0`);
    for (const link of ["lo", "eth0"]) run(`ip -netns ${name} link set ${link} up`);
    return {
      name,
      address,
      setLink: (isUp) => run(`ip link set ${name} ${isUp ? "up" : "down"}`),
    };
  });
}

/** Deletes the bridge and its hosts. */
export function deleteHosts(count: number): void {
  for (const name of names(count)) spawnSync("ip", ["netns", "delete", name]);
  spawnSync("ip", ["link", "delete", bridge]);
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `threeline-${index + 1}`);

/** Passes connections on to another address. */
export function startRelay(
  from: { host: string; port: number },
  to: { host: string; port: number },
): Server {
  const server = createServer((near) => {
    const far = connect(to.port, to.host);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  return server.listen(from.port, from.host);
}

/** Inside a host, where the sandbox is expected on the host itself. */
export async function runRelay([port = ""]: string[]): Promise<void> {
  startRelay(
    { host: "127.0.0.1", port: Number(port) },
    { host: serverAddress, port: Number(port) },
  );
  process.on("disconnect", () => process.exit(0));
  process.send?.("ready");
}
