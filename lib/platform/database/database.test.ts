import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./database";

let database: DatabaseConnection | undefined;
const server = createServer();

afterEach(async () => {
  await database?.close();
  server.close();
});

/** A message of PostgreSQL's protocol: its kind, its length, and its content. */
function message(kind: string, content: Buffer | string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(content));
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)]);
}

describe("connectDatabase", () => {
  it("survives when the server ends a connection as soon as a transaction has it", async () => {
    const isAuthenticated = message("R", Buffer.alloc(4));
    const isReady = message("Z", "I");
    const isTerminated = message(
      "E",
      "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0",
    );
    server.on("connection", (socket) => {
      // A busy process reads all of it at once.
      socket.once("data", () =>
        socket.end(Buffer.concat([isAuthenticated, isReady, isTerminated])),
      );
      socket.on("error", () => undefined);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    database = connectDatabase(`postgresql://someone@127.0.0.1:${port}/any`);
    const work = database.db.$transaction((tx) => tx.$queryRaw`SELECT 1`);
    await expect(work).rejects.toThrow("not queryable");
  });
});
