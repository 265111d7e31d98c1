import { expect, test } from "vitest";
import { drawableText } from "./drawable-text";

test.each([
  ["Rates hold at 4.5 %", "Rates hold at 4.5 %"],
  ["“Zürich” – Łódź’s €5", "“Zürich” – Łódź’s €5"],
  ["ten\u2011year\u00a0note\n", "ten-year note"],
  ["Oil 🛢️ up 📈 again", "Oil up again"],
  ["u\u0308ber", "über"],
  ["日経平均 climbs", "Ri Jing Ping Jun climbs"],
  ["النفط دون 70", "lnft dwn 70"],
  ["Банк России снизил ставку", "Bank Rossii snizil stavku"],
  ["Η Ελλάδα επιστρέφει", "I Ellada epistrefei"],
  ["한국은행", "HanGugEunHaeng"],
  ["भारत की", "bhart ki"],
  ["Việt Nam ≥ 8%", "Viet Nam >= 8%"],
  ["🏳️‍🌈 🇺🇸 👍🏽 1️⃣ ok", "1 ok"],
  ["🏳️‍🌈", "Threeline"],
  ["\u202e\u0000\ud800 !?", "Threeline"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
])("draws %j as %j", (text, drawn) => {
  expect(drawableText(text, "Threeline")).toBe(drawn);
});
