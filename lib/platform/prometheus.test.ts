import { expect, test } from "vitest";
import { countRequest, formatMetrics, formatRequestDurations } from "./prometheus";

test("a metric has its help, its type, and escaped labels", () => {
  const samples = [{ labels: { zone: 'a"b\\c\nd' }, value: 1.5 }, { value: 2 }];
  expect(formatMetrics([{ name: "x", help: "Some.", type: "gauge", samples }])).toBe(
    '# HELP x Some.\n# TYPE x gauge\nx{zone="a\\"b\\\\c\\nd"} 1.5\nx 2\n',
  );
});

test("a histogram's buckets count what is at most as long", () => {
  countRequest("GET", 204, 10);
  countRequest("GET", 200, 300);
  countRequest("GET", 200, 60_000);
  const lines = formatRequestDurations("y").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE y histogram",
      'y_bucket{method="GET",status="2xx",le="0.01"} 1',
      'y_bucket{method="GET",status="2xx",le="0.25"} 1',
      'y_bucket{method="GET",status="2xx",le="0.5"} 2',
      'y_bucket{method="GET",status="2xx",le="10"} 2',
      'y_bucket{method="GET",status="2xx",le="+Inf"} 3',
      'y_sum{method="GET",status="2xx"} 60.31',
      'y_count{method="GET",status="2xx"} 3',
    ]),
  );
});
