import { countOf } from "../counts";

/** The box that finds things from every admin page. */
export const adminSearchScreen = {
  title: "Search",
  open: (keys: string) => `Search (${keys})`,
  placeholder: "A person, a day, a post, or a setting",
  groups: {
    places: "Pages and settings",
    days: "Days",
    people: "People",
    posts: "Posts",
  },
  results: (count: number) => countOf(count, "result"),
  searching: "Searching",
  nothing: (query: string) => `Nothing matches “${query}”.`,
  failed: "We couldn’t search people and posts.",
} as const;
