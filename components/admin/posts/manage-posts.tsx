"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash } from "@/components/ui/icons";
import Link from "next/link";
import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { ListFailed } from "@/components/reading/list-failed";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { TextField } from "@/components/ui/text-field";
import { adminPosts, adminPostsKey, deletePost, restorePost } from "@/lib/client/admin-posts";
import { refetchAll } from "@/lib/client/query-client";
import { searchDelayMs, useDebouncedValue } from "@/lib/client/use-debounced-value";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { parseLongMonthDayYear } from "@/lib/calendar/format";
import type { PostListItemView, PostState } from "@/lib/contracts/posts";
import { editorMessages } from "@/lib/messages/admin";
import { countOf } from "@/lib/messages/counts";
import { contentScreen, managePostsScreen, postMessages } from "@/lib/messages/posts";
import { listMessages } from "@/lib/messages/site";
import { failureReason, notifyFailure } from "../failure-reason";
import { LoadMore } from "../load-more";
import { StaleDataAlert } from "../stale-data-alert";
import { ToggleButton } from "../toggle-button";

const messages = managePostsScreen;

const states: readonly (readonly [value: PostState | null, label: string])[] = [
  [null, messages.all],
  ["draft", messages.draft],
  ["scheduled", messages.scheduledOnes],
  ["published", messages.published],
];

export type ManagePostsProps = {
  onEdit: (id: number) => void;
  /** The post that is being fetched for editing. */
  openingId: number | null;
  onCreate: () => void;
};

/** The list of posts, including scheduled ones. */
export function ManagePosts({ onEdit, openingId, onCreate }: ManagePostsProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(useDebouncedValue(typed.trim(), searchDelayMs));
  const [state, setState] = useState<PostState | null>(null);
  const query = useInfiniteQuery(adminPosts(search, state));
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? [];
  const totalCount = query.data?.pages[0]?.totalCount ?? 0;
  const hasNoPosts = query.isSuccess && totalCount === 0 && search === "" && state === null;
  return (
    <div className="grid gap-6">
      {!hasNoPosts && (
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div className="w-full sm:w-96">
            <TextField
              id="post-search"
              label={messages.search}
              type="search"
              value={typed}
              maxLength={200}
              onChange={setTyped}
            />
          </div>
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{messages.states}</legend>
            {states.map(([value, label]) => (
              <ToggleButton
                key={label}
                isChosen={state === value}
                onPress={() => setState(value)}
                label={label}
              />
            ))}
          </fieldset>
          <p aria-live="polite" className="text-small text-ink-3">
            {query.isSuccess && countOf(totalCount, "post")}
          </p>
        </div>
      )}
      {query.isRefetchError && <StaleDataAlert onRetry={() => void query.refetch()} />}
      {query.isPending ? (
        <Spinner label={messages.loading} />
      ) : query.isError && posts.length === 0 ? (
        <ListFailed onRetry={() => void query.refetch()} />
      ) : posts.length === 0 ? (
        <EmptyState
          title={messages.empty}
          action={
            hasNoPosts ? (
              <Button onClick={onCreate}>{messages.createFirst}</Button>
            ) : (
              <Button
                variant="line"
                onClick={() => {
                  setTyped("");
                  setState(null);
                }}
              >
                {messages.showAll}
              </Button>
            )
          }
        >
          {hasNoPosts
            ? messages.firstHint
            : search === ""
              ? messages.noneInState
              : messages.noMatch(search)}
        </EmptyState>
      ) : (
        <ol aria-label="Posts" className="border-t border-ink">
          {posts.map((post) => (
            <Row
              key={post.id}
              post={post}
              isOpening={openingId === post.id}
              onEdit={() => onEdit(post.id)}
            />
          ))}
        </ol>
      )}
      <LoadMore query={query} />
    </div>
  );
}

type RowProps = {
  post: PostListItemView;
  isOpening: boolean;
  onEdit: () => void;
};

function Row({ post, isOpening, onEdit }: RowProps) {
  const address = `/r/${post.slug}`;
  const remove = useDelete(post.id);
  const row = useFocusOnNextRow();
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-b border-rule py-5 sm:grid-cols-[6rem_minmax(0,1fr)_auto] sm:gap-x-6"
    >
      <time
        dateTime={parseLongMonthDayYear(post.fullDate) ?? undefined}
        title={post.fullDate}
        className="caps pt-1.5 whitespace-nowrap text-ink-3 max-sm:col-span-2"
      >
        {post.shortDate}
      </time>
      <div className="min-w-0">
        <h2 dir="auto" className="text-row">
          {post.title}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-3">
          <span>{listMessages.readTime(post.readTime)}</span>
          <Link href={address} prefetch={false} className="text-link">
            {address}
          </Link>
          {post.isDraft && <Badge tone="tint">{contentScreen.draft}</Badge>}
          {post.isScheduled && <Badge tone="tint">{messages.scheduled(post.fullDate)}</Badge>}
        </p>
        {post.preview && (
          <p dir="auto" className="mt-2 text-label text-ink-2">
            {post.preview}
          </p>
        )}
        <ActionError className="mt-2">{remove.failure}</ActionError>
      </div>
      <div className="flex gap-2">
        <Button
          variant="icon"
          size="sm"
          aria-label={`Edit ${post.title}`}
          isBusy={isOpening}
          onClick={onEdit}
        >
          <Pencil size={16} strokeWidth={1.6} />
        </Button>
        <Button
          variant="icon"
          size="sm"
          aria-label={`Delete ${post.title}`}
          isBusy={remove.isBusy}
          onClick={remove.start}
        >
          <Trash size={16} strokeWidth={1.6} />
        </Button>
      </div>
    </li>
  );
}

/** Moves focus to the next row when the focused row is deleted. */
function useFocusOnNextRow() {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const removed = row.current;
    return () => {
      const next = removed?.nextElementSibling ?? removed?.previousElementSibling;
      const hasFocus = removed?.contains(document.activeElement);
      if (hasFocus && next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
  return row;
}

/** For one post, so that the next can be deleted before the list has been fetched again. */
function useDelete(id: number) {
  const queryClient = useQueryClient();
  const refresh = () => refetchAll(queryClient, [adminPostsKey]);
  const { mutate: restore } = useMutation({
    mutationFn: restorePost,
    onSuccess: refresh,
    onError: (error) => notifyFailure(contentScreen.restoreFailed(failureReason(error))),
  });
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: () => deletePost(id),
    onSuccess: () => {
      notify({
        title: editorMessages.success,
        description: postMessages.deleted,
        action: { label: contentScreen.undo, onPress: () => restore(id) },
      });
      return refresh();
    },
    onError: (problem) => notifyFailure(contentScreen.deleteFailed(failureReason(problem))),
  });
  return {
    /** Why it couldn't be deleted. */
    failure: error ? contentScreen.deleteFailed(failureReason(error)) : undefined,
    isBusy,
    start: () => mutate(),
  };
}
