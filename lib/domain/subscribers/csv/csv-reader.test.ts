import { describe, expect, test } from "vitest";
import { readCsv, type CsvRecord } from "./csv-reader";

async function* inChunks(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function readAll(text: string, size = 5): Promise<{ records: CsvRecord[]; error?: unknown }> {
  const records: CsvRecord[] = [];
  try {
    for await (const record of readCsv(inChunks(text, size))) records.push(record);
    return { records };
  } catch (error) {
    return { records, error };
  }
}

test("reads a byte order mark, CRLF, quotes, empty lines, and chunks of any size", async () => {
  const text = '\uFEFFa,b\r\n1,"x, ""y"""\r\n\r\n"é\r\nü",z\r\nlast,1';
  for (const size of [1, 3, 1000]) {
    expect((await readAll(text, size)).records).toEqual([
      { cells: ["a", "b"], line: 1 },
      { cells: ["1", 'x, "y"'], line: 2 },
      { cells: ["é\r\nü", "z"], line: 4 },
      { cells: ["last", "1"], line: 6 },
    ]);
  }
});

describe("the cells are separated by what the first line has", () => {
  const table = [
    ["email", "name"],
    ["a@example.com", "Ada, the first; of two"],
  ];
  test.each([
    ["commas", 'email,name\na@example.com,"Ada, the first; of two"'],
    ["semicolons", 'email;name\r\na@example.com;"Ada, the first; of two"\r\n'],
    ["tabs", "email\tname\na@example.com\tAda, the first; of two"],
    ["vertical bars", "email|name\na@example.com|Ada, the first; of two"],
    ["quoted semicolons", '"email";"name"\n"a@example.com";"Ada, the first; of two"'],
    ["Excel's line", 'sep=;\r\nemail;name\r\na@example.com;"Ada, the first; of two"'],
    [
      "Excel's line, after a mark",
      "\uFEFFsep=\t\r\nemail\tname\r\na@example.com\tAda, the first; of two",
    ],
  ])("%s", async (_, text) => {
    expect((await readAll(text)).records.map(({ cells }) => cells)).toEqual(table);
  });

  test("one column has none", async () => {
    const { records } = await readAll("email\na@example.com\n");
    expect(records.map(({ cells }) => cells)).toEqual([["email"], ["a@example.com"]]);
  });

  test("lines are counted with Excel's", async () => {
    const { records } = await readAll("sep=;\nemail;name\na@example.com;x\n");
    expect(records.map(({ line }) => line)).toEqual([2, 3]);
  });
});

test("a stray quotation mark affects only its own line", async () => {
  const { records } = await readAll('a,b\n1,5" disk\n2,"q"q\n3,x\n');
  expect(records.map((record) => record.line)).toEqual([1, 2, 3, 4]);
});

test("an unclosed quotation mark ends the file after the records before it", async () => {
  const { records, error } = await readAll('a,b\n1,x\n2,"open\n3,y\n', 1000);
  expect(records.map((record) => record.cells[0])).toEqual(["a", "1"]);
  expect(error).toHaveProperty("message", "A quotation mark is never closed.");
});

async function* failing() {
  yield "a,b\n";
  throw new Error("disk gone");
}

test("an error in the source isn't reported as a CSV error", async () => {
  const seen: CsvRecord[] = [];
  const reading = (async () => {
    for await (const record of readCsv(failing())) seen.push(record);
  })();
  await expect(reading).rejects.toThrow("disk gone");
});
