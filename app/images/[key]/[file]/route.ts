import { serveImage } from "@/lib/http/pages/serve-image";

type Context = { params: Promise<{ key: string; file: string }> };

/** `/images/{key}/{file}`: a file of an uploaded image. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { key, file } = await params;
  return serveImage(`${key}/${file}`);
}
