import { expect, test } from "vitest";
import { drawableText } from "./drawable-text";

test.each([
  ["Rates hold at 4.5 %", "Rates hold at 4.5 %"],
  ["“Zürich” – Łódź’s €5", "“Zürich” – Łódź’s €5"],
  ["ten\u2011year\u00a0note\n", "ten-year note"],
  ["Oil 🛢️ up 📈 again", "Oil up again"],
  ["u\u0308ber", "über"],
  ["日経平均", "Threeline"],
  ["\u202e\u0000\ud800 !?", "Threeline"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
])("draws %j as %j", (text, drawn) => {
  expect(drawableText(text, "Threeline")).toBe(drawn);
});
