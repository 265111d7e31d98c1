import { once } from "node:events";
import { createServer as createTcpServer, type Server } from "node:net";
import { createServer } from "node:tls";
import { expect, test } from "vitest";
import { readCertificateExpiry } from "./probes";

/** Made for this test, by no authority. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEokkC7c8ofd9PG34
+ZqHFIhh18zQ2QnOYHgOzwOqOoyhRANCAAS9nvnxE979aEGP7od6j7lCg+hxUsb8
CFa7nFGGb4g0d1iZvHQ1E8+ebMR6VTsq3vaw3Zq4eQDwfQa8/WLX9u9l
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBgjCCASmgAwIBAgIUJkoYjK56J1ff0A0u/qJqf4BLL6cwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2l0ZS5leGFtcGxlMB4XDTI2MTEyNTE5NTg1MVoXDTI2MTEy
NjE5NTg1MVowFzEVMBMGA1UEAwwMc2l0ZS5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEvZ758RPe/WhBj+6Heo+5QoPocVLG/AhWu5xRhm+INHdYmbx0
NRPPnmzEelU7Kt72sN2auHkA8H0GvP1i1/bvZaNTMFEwHQYDVR0OBBYEFNHfq5gP
oghEclWm6c4dtMMYPP51MB8GA1UdIwQYMBaAFNHfq5gPoghEclWm6c4dtMMYPP51
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgPRCbd/7q5LPMSplq
3MiTZgnfHgLR1IoqnppkAd1Lc/ICIEZS5E7G/iq0DH6EPE/KW+8UxymS5Y1nf+wZ
jtPSlUje
-----END CERTIFICATE-----`;

async function urlOf(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `https://localhost:${typeof address === "object" ? address?.port : ""}`;
}

test("reads when a certificate expires, also one that no authority has issued", async () => {
  const server = createServer({ key, cert }, (socket) =>
    socket.on("error", () => socket.destroy()),
  );
  const expiresAt = await readCertificateExpiry(await urlOf(server));
  server.close();
  expect(expiresAt).toEqual(new Date("2026-11-26T19:58:51Z"));
});

test("gives up on a server that never answers", async () => {
  const server = createTcpServer();
  await expect(readCertificateExpiry(await urlOf(server), 50)).rejects.toThrow("aborted");
  server.close();
});
