import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { textsIn } from "@/tests/support/rendered-elements";
import { PageFailed } from "./page-failed";

const textsOf = (error: unknown) =>
  textsIn(renderToStaticMarkup(<PageFailed error={error} onRetry={() => undefined} />), "p");

const text = "The problem is on our end. Please try again in a moment.";

it("shows the code under which the server has logged the error", () => {
  const error = Object.assign(new Error("no connection"), { digest: "3640625237" });
  expect(textsOf(error)).toEqual([text, "Error code: 3640625237"]);
});

it("shows no code for an error in the browser", () => {
  expect(textsOf(new Error("not a function"))).toEqual([text]);
});
