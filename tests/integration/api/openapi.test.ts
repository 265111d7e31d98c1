import { beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/openapi.json/route";
import { startApi, type ApiAnswer } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);
let answer: ApiAnswer;

beforeAll(async () => {
  answer = await api.client().call(GET, "GET", "/api/openapi.json");
});

it("serves the API reference to everyone", () => {
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    openapi: "3.1.1",
    info: { title: "Threeline API" },
    paths: { "/api/posts/{id}": { put: { "x-access": "admin:write" } } },
  });
});

it("may be stored for five minutes", () => {
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
});
