import { describe, expect, test } from "vitest";
import {
  areSameFields,
  emptyFields,
  fieldsOf,
  readFields,
  parseReadTime,
  readArticle,
  slugProblem,
} from "./post-fields";

const typed = {
  title: " Rates hold ",
  slug: "k8",
  date: "3/5/2025",
  readTime: "2",
  content: "# Rates\n",
  threadTerms: "",
  emailSubject: "",
};

describe("the post form", () => {
  test("starts with a date and a read time of 1", () => {
    expect(emptyFields("2025-03-05")).toEqual({
      title: "",
      slug: "",
      date: "03/05/2025",
      readTime: "1",
      content: "",
      threadTerms: "",
      emailSubject: "",
    });
  });

  test("fills from a post", () => {
    const post = {
      id: 1,
      slug: "k8",
      title: "Rates hold",
      shortDate: "05 MAR",
      fullDate: "March 5, 2025",
      readTime: 2,
      content: "# Rates\n",
      createdAt: "2025-03-05T06:00:00.000Z",
      updatedAt: null,
    };
    const fields = fieldsOf(post);
    expect(fields).toEqual({ ...typed, title: "Rates hold", date: "03/05/2025" });
    expect(areSameFields(fields, { ...fields })).toBe(true);
    expect(areSameFields(fields, { ...fields, content: "# Rates" })).toBe(false);
  });

  test("derives both dates and leaves the content unchanged", () => {
    expect(readFields(typed)).toEqual({
      payload: {
        slug: "k8",
        title: "Rates hold",
        shortDate: "05 MAR",
        fullDate: "March 5, 2025",
        content: "# Rates\n",
        threadTerms: null,
        emailSubject: null,
        readTime: 2,
      },
      errors: null,
    });
  });

  test("reports what is wrong with each field", () => {
    expect(
      readFields({
        title: " ",
        slug: "K",
        date: "2/30/2025",
        readTime: "x",
        content: "",
        threadTerms: "",
        emailSubject: "x".repeat(79),
      }),
    ).toEqual({
      payload: null,
      errors: {
        title: "Please enter a title",
        slug: "Slug must be exactly 2 characters",
        date: "Please enter the date as MM/DD/YYYY",
        emailSubject: "Email subjects can be up to 78 characters.",
      },
    });
    expect(readFields({ ...typed, readTime: "999999999999" }).payload?.readTime).toBe(1);
    expect(readFields({ ...typed, title: "x".repeat(301) }).errors).toEqual({
      title: "Titles can be up to 300 characters.",
    });
  });
});

test.each([
  ["", "Slug must be exactly 2 characters"],
  ["abc", "Slug must be exactly 2 characters"],
  ["A1", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
  ["a ", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
  ["a1", undefined],
])("slugProblem of %j is %s", (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem);
});

test.each([
  ["abc", undefined],
  ["ab", undefined],
  ["cd", "Slug must be exactly 3 characters"],
  ["abcd", "Slug must be exactly 3 characters"],
  ["ab!", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
])(
  "slugProblem of %j for a post with ab, once slugs have three characters, is %s",
  (slug, problem) => {
    expect(slugProblem(slug, { length: 3, own: "ab" })).toBe(problem);
  },
);

test("a form is read with the slugs of its time", () => {
  const rule = { length: 3, own: "aa" } as const;
  expect(readFields({ ...typed, slug: "abc" }, rule).payload?.slug).toBe("abc");
  expect(readFields({ ...typed, slug: "aa" }, rule).payload?.slug).toBe("aa");
  expect(readFields({ ...typed, slug: "ab" }, rule).errors).toEqual({
    slug: "Slug must be exactly 3 characters",
  });
});

test.each([
  ["3", "3"],
  [" 3 ", "3"],
  ["", "1"],
  ["0", "1"],
  ["-2", "1"],
  ["1.5", "1"],
  ["five", "1"],
  ["007", "7"],
])("parseReadTime turns %j into %s", (typedTime, minutes) => {
  expect(parseReadTime(typedTime)).toBe(minutes);
});

describe("the preview of a post", () => {
  test("shows the title and date as they'd be saved", () => {
    expect(readArticle({ ...typed, slug: "", title: " Rates\u0007\nhold " })).toEqual({
      title: "Rates hold",
      fullDate: "March 5, 2025",
      readTime: 2,
      content: "# Rates\n",
    });
  });

  test("shows the content before there is a title or a date", () => {
    expect(readArticle({ ...typed, title: " ", date: "soon" })).toEqual({
      title: "Untitled",
      fullDate: "",
      readTime: 2,
      content: "# Rates\n",
    });
  });
});
