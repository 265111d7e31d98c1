import { z } from "zod";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";
// Written by `npm run generate` from the definitions of all routes.
import document from "./document.json";

export const GET = route({
  access: "public",
  summary: "Returns this reference as OpenAPI 3.1",
  responses: {
    200: {
      schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
      headers: { "cache-control": "For how long it may be stored" },
    },
  },
  handler: () => reply(document, { headers: { "cache-control": "public, max-age=300" } }),
});
