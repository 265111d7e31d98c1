"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureReason } from "@/components/admin/failure-reason";
import { AdminPage, AdminSection } from "@/components/admin/shell/page";
import { Figure, Figures } from "@/components/data/figure";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { FieldError } from "@/components/ui/field";
import { ProgressBar } from "@/components/ui/progress-bar";
import { TextField } from "@/components/ui/text-field";
import { adminPostsKey } from "@/lib/client/admin-posts";
import { imagesKey } from "@/lib/client/admin/images";
import { importPosts, type ArchiveFile } from "@/lib/client/admin/post-imports";
import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { adminAddresses } from "@/lib/contracts/admin";
import type { PostImportReport, PostResult } from "@/lib/contracts/admin/post-imports";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { postImportScreen as messages } from "@/lib/messages/admin/post-imports";
import { formatCount } from "@/lib/messages/counts";
import { BackToContent } from "../posts/back-to-content";
import { FileChoice } from "./file-choice";
import { PostTable } from "./post-table";

/** `/content-management/import`: another site's export, what importing it would do, and the import. */
export function PostImportScreen() {
  const [file, setFile] = useState<File | null>(null);
  const [site, setSite] = useState("");
  const check = useCheck();
  const run = useImport();
  const isBusy = check.isBusy || run.isBusy;
  const change = (set: () => void) => {
    set();
    check.reset();
    run.forget();
  };
  const isTooLarge = (file?.size ?? 0) > bodyLimitsBytes.archive;
  const isAboutSite = check.error instanceof FetchError && check.error.field === "site";
  const failure = check.error ? failureReason(check.error) : undefined;
  return (
    <AdminPage title={messages.title} action={<BackToContent />}>
      <p className="mt-2 max-w-[64ch] text-ink-2">{messages.intro}</p>
      <form
        noValidate
        className="mt-6 grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          run.forget();
          if (file) check.mutate({ file, site });
        }}
      >
        <FileChoice
          label={file ? messages.chooseAnother : messages.choose}
          hint={
            file ? (
              <span className="font-medium text-ink [overflow-wrap:anywhere]">{file.name}</span>
            ) : (
              messages.drop
            )
          }
          error={isTooLarge ? messages.fileTooLarge : isAboutSite ? undefined : failure}
          accept=".json,.zip,application/json,application/zip"
          variant={file ? "line" : "solid"}
          disabled={isBusy}
          onFile={(chosen) => change(() => setFile(chosen))}
        />
        <div className="max-w-md">
          <TextField
            id="former-site"
            label={messages.site}
            hint={messages.siteHint}
            error={isAboutSite ? failure : undefined}
            type="url"
            placeholder="https://"
            value={site}
            readOnly={isBusy}
            onChange={(typed) => change(() => setSite(typed))}
          />
        </div>
        <Button
          type="submit"
          variant={check.data ? "line" : "solid"}
          isBusy={check.isBusy}
          busyLabel={messages.checking}
          disabled={!file || isTooLarge || run.isBusy}
          className="w-full justify-self-start sm:w-auto"
        >
          {messages.check}
        </Button>
      </form>
      {file && check.data && <Checked archive={{ file, site }} outcome={check.data} run={run} />}
    </AdminPage>
  );
}

/** What importing a file would do: the posts are the oldest first. */
type Outcome = { posts: readonly PostResult[]; report: PostImportReport };

function useCheck() {
  return useSingleMutation({
    mutationFn: async (archive: ArchiveFile): Promise<Outcome> => {
      const posts: PostResult[] = [];
      const onPost = (post: PostResult) => void posts.push(post);
      return { posts, report: await importPosts(archive, { apply: false, onPost }) };
    },
  });
}

function useImport() {
  const queryClient = useQueryClient();
  // Also those from before an interruption.
  const [posts, setPosts] = useState<readonly PostResult[]>([]);
  const mutation = useSingleMutation({
    mutationFn: (archive: ArchiveFile) =>
      importPosts(archive, {
        apply: true,
        onPost: (post) => setPosts((before) => [...before, post]),
      }),
    onSettled: () => refetchAll(queryClient, [adminPostsKey, imagesKey]),
  });
  return {
    ...mutation,
    posts,
    forget: () => {
      mutation.reset();
      setPosts([]);
    },
  };
}

type CheckedProps = {
  archive: ArchiveFile;
  outcome: Outcome;
  run: ReturnType<typeof useImport>;
};

/** What a file would add, or once it's imported, what it added. */
function Checked({ archive, outcome, run }: CheckedProps) {
  const isDone = run.isSuccess;
  const { report } = outcome;
  const posts = isDone ? run.posts : outcome.posts;
  const drafts = posts.filter(({ isDraft }) => isDraft).length;
  const images = posts.reduce((sum, post) => sum + post.images, 0);
  const failed = posts.reduce((sum, { failedImages }) => sum + failedImages.length, 0);
  const title = (isDone ? messages.imported : messages.checked)(posts.length);
  return (
    <AdminSection id="checked-posts" title={title} className="mt-12">
      <output className="sr-only">{title}</output>
      <Figures columns={4}>
        <Figure
          label={isDone ? messages.added : messages.willBeAdded}
          value={formatCount(posts.length)}
          note={messages.asDrafts(drafts)}
        />
        <Figure
          label={messages.images}
          value={formatCount(images)}
          note={failed > 0 ? messages.notFetched(failed) : undefined}
        />
        <Figure
          label={messages.known}
          value={formatCount(report.unchanged)}
          note={messages.knownNote}
        />
        <Figure
          label={messages.leftOut}
          value={formatCount(report.leftOut.length)}
          note={messages.leftOutNote}
        />
      </Figures>
      {report.leftOut.length > 0 && (
        <p className="mt-4 max-w-[64ch] text-label text-ink-2 [overflow-wrap:anywhere]">
          {messages.leftOutList(report.leftOut)}
        </p>
      )}
      <div className="mt-6">
        {isDone ? (
          <SiteLink href={adminAddresses.content} className={buttonClass()}>
            {messages.seePosts}
          </SiteLink>
        ) : posts.length === 0 ? (
          <p>{messages.nothingNew}</p>
        ) : (
          <Start archive={archive} total={posts.length} run={run} />
        )}
      </div>
      {posts.length > 0 && <PostTable posts={posts} />}
    </AdminSection>
  );
}

function Start(props: { archive: ArchiveFile; total: number; run: CheckedProps["run"] }) {
  const { archive, total, run } = props;
  const done = run.posts.length;
  return (
    <div className="grid gap-4">
      <Button
        isBusy={run.isBusy}
        busyLabel={messages.importing(total)}
        onClick={() => run.mutate(archive)}
        className="w-full justify-self-start sm:w-auto"
      >
        {messages.start(total - done)}
      </Button>
      {run.isBusy && (
        <div className="grid gap-2 text-label text-ink-2">
          <ProgressBar label={messages.importing(total)} value={done} max={total} />
          <p className="tabular-nums">{messages.progress(done, total)}</p>
          <p>{messages.keepOpen}</p>
        </div>
      )}
      {run.error && (
        <FieldError id="post-import-error">
          {messages.interrupted(serverMessage(run.error) ?? messages.connectionBroke)}
        </FieldError>
      )}
    </div>
  );
}
