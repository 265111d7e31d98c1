"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { localDateAt } from "@/lib/calendar/days";
import { subscriberPage } from "@/lib/client/admin/subscribers";
import { adminPosts } from "@/lib/client/admin-posts";
import { useDebouncedValue } from "@/lib/client/use-debounced-value";
import { useAdmin } from "../shell/gate";
import { entryOfPerson, entryOfPost, findDay, findPlaces, type SearchGroup } from "./entries";

/** How many people and how many posts are shown. */
const mostShown = 5;

/** Everything that matches what was typed and that the role may see. Without a query, the pages. */
export function useSearch(typed: string) {
  const { role } = useAdmin();
  const [today] = useState(() => localDateAt(new Date()));
  const query = typed.trim();
  const asked = useDebouncedValue(query, 200);
  const isAsking = asked.length >= 2;
  const parameters = new URLSearchParams({ q: asked, limit: String(mostShown) });
  const people = useQuery({
    ...subscriberPage(parameters.toString(), null),
    enabled: isAsking,
    // Don't show the people of the previous query.
    placeholderData: () => undefined,
  });
  const posts = useInfiniteQuery({ ...adminPosts(asked), enabled: isAsking });
  const groups: SearchGroup[] = [
    { name: "days", entries: findDay(role, query, today) },
    { name: "places", entries: findPlaces(role, query) },
    { name: "people", entries: isAsking ? (people.data?.rows ?? []).map(entryOfPerson) : [] },
    {
      name: "posts",
      entries: isAsking
        ? (posts.data?.pages[0]?.posts ?? [])
            .slice(0, mostShown)
            .flatMap((post) => entryOfPost(role, post))
        : [],
    },
  ];
  return {
    query,
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: asked !== query || (isAsking && (people.isFetching || posts.isFetching)),
    failed: isAsking && (people.isError || posts.isError),
    retry: () => {
      void people.refetch();
      void posts.refetch();
    },
  };
}
