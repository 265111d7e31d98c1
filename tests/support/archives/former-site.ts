import { once } from "node:events";
import { createServer } from "node:http";
import sharp from "sharp";

/** The site that the exports are from: it has one image, and a redirect to it. */
export async function startFormerSite() {
  const picture = await sharp({
    create: { width: 640, height: 320, channels: 3, background: "#345" },
  })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/moved.png")) {
      response.writeHead(302, { location: "/content/images/2025/03/fed.png" }).end();
    } else if (request.url?.endsWith("/fed.png")) {
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
    } else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
