"use client";

import { Plus } from "@/components/ui/icons";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DateField, useTypedDate } from "@/components/ui/date-field";
import { SelectField } from "@/components/ui/text-field";
import { editorMessages } from "@/lib/messages/admin";
import { subscriberFilterLabels, subscribersScreen } from "@/lib/messages/admin/subscribers";
import { filterFields, optionsOf, type FilterField } from "./list-address";

const messages = subscribersScreen;

/** A button that opens a small form with one filter: what to filter by, and its value. */
export function AddFilter({ onAdd }: { onAdd: (field: FilterField, value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="inline-flex min-h-11 items-center gap-1.5 rounded-2 border border-dashed border-edge py-1 pr-3.5 pl-2.5 text-small font-medium text-ink-2 hover:border-ink hover:text-ink md:min-h-9">
        <Plus size={15} strokeWidth={1.6} />
        {messages.addFilter}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={messages.addFilter}
          className="z-30 w-72 rounded-3 border border-rule bg-sheet p-4 text-ink shadow-float"
        >
          <FilterForm
            onAdd={(field, value) => {
              setOpen(false);
              onAdd(field, value);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function FilterForm({ onAdd }: { onAdd: (field: FilterField, value: string) => void }) {
  const [field, setField] = useState<FilterField>("status");
  const [value, setValue] = useState<string | null>(null);
  const options = optionsOf(field);
  const chosen = value ?? options?.[0]?.[0] ?? "";
  const [isChecked, setChecked] = useState(false);
  const { isInvalid, ...date } = useTypedDate(options ? "" : chosen, setValue);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (chosen !== "") onAdd(field, chosen);
      }}
    >
      <SelectField
        id="filter-field"
        label={messages.filterField}
        value={field}
        onChange={(name) => {
          const next = filterFields.find((each) => each === name);
          if (next) setField(next);
          setValue(null);
          setChecked(false);
        }}
        options={filterFields.map((each) => ({ value: each, label: subscriberFilterLabels[each] }))}
      />
      {options ? (
        <SelectField
          id="filter-value"
          label={messages.filterValue}
          value={chosen}
          onChange={setValue}
          options={options.map(([each, label]) => ({ value: each, label }))}
        />
      ) : (
        <DateField
          {...date}
          id="filter-value"
          label={messages.filterValue}
          todayLabel={editorMessages.today}
          error={isInvalid || (isChecked && chosen === "") ? editorMessages.dateInvalid : undefined}
        />
      )}
      <Button type="submit" size="sm" className="min-h-11">
        {messages.apply}
      </Button>
    </form>
  );
}
