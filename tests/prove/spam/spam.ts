import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { everyEmail } from "@/tests/support/every-email";
import { noCounts, type Proof } from "../proof";
import { encodings, toMime } from "./mime";

/** SpamAssassin calls an email spam from 5 points on. */
const mostPoints = 0.5;

/** No lookups, and nothing learned on this machine. */
const options = ["--local", "--cf=use_bayes 0", "--cf=fold_headers 0", "--cf=report_safe 0"];

const status = /^X-Spam-Status: \w+, score=(-?[\d.]+) .*?\btests=(\S*)/gm;

/** Lets SpamAssassin score every email, in every encoding. */
export const spamProof: Proof = {
  about: "every email gets at most 0.5 of SpamAssassin's 5 points (needs spamassassin)",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "threeline-spam-"));
    try {
      const emails: { name: string; path: string }[] = [];
      const date = new Date(Math.floor(Date.now() / 1_000 - 60) * 1_000);
      for (const [name, render] of Object.entries(everyEmail)) {
        const email = await render();
        const isBriefing = name.startsWith("briefing");
        for (const encoding of encodings) {
          const path = join(folder, `${emails.length}.eml`);
          writeFileSync(path, toMime(email, { encoding, date, isBriefing }));
          emails.push({ name: `${name}, ${encoding}`, path });
        }
      }
      const { stdout } = await promisify(execFile)(
        "spamassassin",
        [...options, ...emails.map(({ path }) => path)],
        { maxBuffer: 1e9 },
      );
      const results = [...stdout.matchAll(status)];
      if (results.length !== emails.length) {
        throw new Error(`SpamAssassin scored ${results.length} of ${emails.length} emails.`);
      }
      const scored = emails.map(({ name }, index) => {
        const [, points = "", rules = ""] = results[index] ?? [];
        return { name, points: Number(points), rules };
      });
      const wrong = scored.filter(({ points }) => !(points <= mostPoints));
      for (const { name, points, rules } of wrong) console.log(`${points} ${name}: ${rules}`);
      const highest = Math.max(...scored.map(({ points }) => points));
      return { prove: "spam", seeds: emails.length, ...noCounts, wrong: wrong.length, highest };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
