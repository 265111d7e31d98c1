"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/components/admin/shell/loaded";
import { SettingsPage } from "@/components/admin/shell/page";
import { classNames } from "@/components/ui/class-names";
import { importList, oneImport } from "@/lib/client/admin/imports";
import type { ImportView } from "@/lib/contracts/admin/imports";
import { importScreen as messages } from "@/lib/messages/admin/imports";
import { CheckStep } from "./check-step";
import { EarlierImports } from "./earlier-imports";
import { FileStep } from "./file-step";
import { ProgressStep } from "./progress-step";

/** `/admin/import`: choosing a file, checking what importing it would do, the import, and its undo. */
export function ImportScreen() {
  const [id, setId] = useState<number | null>(null);
  const list = useQuery(importList());
  return (
    <SettingsPage>
      {id === null ? (
        <>
          <Steps current={0} />
          <FileStep onUploaded={setId} />
        </>
      ) : (
        <OpenImport key={id} id={id} onClose={() => setId(null)} />
      )}
      <Loaded query={list} label={messages.loading}>
        {({ imports }) => (
          <EarlierImports imports={imports.filter((each) => each.id !== id)} onOpen={setId} />
        )}
      </Loaded>
    </SettingsPage>
  );
}

function OpenImport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(oneImport(id));
  return (
    <Loaded query={query} label={messages.loading}>
      {(view) => (
        <>
          <Steps current={view.state === "checked" ? 1 : 2} />
          <Step view={view} onClose={onClose} />
        </>
      )}
    </Loaded>
  );
}

function Step({ view, onClose }: { view: ImportView; onClose: () => void }) {
  return view.state === "checked" ? (
    <CheckStep view={view} onClose={onClose} />
  ) : (
    <ProgressStep view={view} onClose={onClose} />
  );
}

/** Three lines of unequal length, green up to the current step. */
function Steps({ current }: { current: number }) {
  return (
    <ol className="mb-8 grid grid-cols-[3fr_4fr_2fr] gap-1">
      {messages.steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={classNames(
            "border-t-[3px] pt-2 text-small",
            index <= current ? "border-accent" : "border-rule",
            index === current ? "font-medium text-ink" : "text-ink-3",
          )}
        >
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
