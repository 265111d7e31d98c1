import { AdminSection } from "@/components/admin/shell/page";
import { listCountries } from "@/components/phone/phone-numbers";
import { Select } from "@/components/ui/select";
import { SelectField } from "@/components/ui/text-field";
import {
  importColumns,
  importStatuses,
  type ImportChange,
  type ImportColumn,
  type ImportView,
} from "@/lib/contracts/admin/imports";
import { importScreen as messages } from "@/lib/messages/admin/imports";

export type ColumnTableProps = {
  view: ImportView;
  isBusy: boolean;
  onChange: (change: Partial<ImportChange>) => void;
};

/** What each column of the file is imported as. */
export function ColumnTable({ view, isBusy, onChange }: ColumnTableProps) {
  const columns = view.columns.map(({ column }) => column);
  const imported = columns.filter((column) => column !== null && column !== "ignored").length;
  const change = (index: number, value: string) =>
    onChange({
      columns: columns.map((column, at) => {
        const chosen = importColumns.find((each) => each === value) ?? null;
        if (at === index) return chosen;
        // Each field comes from one column.
        return column === chosen && chosen !== "ignored" ? null : column;
      }),
    });
  return (
    <AdminSection
      id="import-columns"
      title={messages.columns}
      className="mt-12"
      action={
        <p className="text-label text-ink-3">{messages.importedOf(imported, columns.length)}</p>
      }
    >
      <table className="block w-full text-left text-label sm:table">
        <thead className="sr-only sm:not-sr-only sm:table-header-group">
          <tr className="border-y border-t-rule border-b-ink text-small text-ink-2">
            <th className="py-2.5 pr-4 font-medium">{messages.inYourFile}</th>
            <th className="py-2.5 pr-4 font-medium">{messages.firstValue}</th>
            <th className="w-64 py-2.5 font-medium">{messages.importAs}</th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {view.columns.map(({ header, firstValue, column, optedOut }, index) => (
            // eslint-disable-next-line react/no-array-index-key -- two columns can have one name
            <tr key={`${header} ${index}`} className="block border-b border-rule py-3 sm:table-row">
              <th
                scope="row"
                className="block pr-4 font-mono text-small font-normal [overflow-wrap:anywhere] sm:table-cell sm:py-2"
              >
                {header}
              </th>
              <td className="block pr-4 text-ink-2 [overflow-wrap:anywhere] sm:table-cell sm:py-2">
                {firstValue}
              </td>
              <td className="block pt-2 sm:table-cell sm:py-2">
                <ColumnSelect
                  header={header}
                  value={column}
                  looksLikeStatus={optedOut !== null}
                  isBusy={isBusy}
                  onChange={(value) => change(index, value)}
                />
                {optedOut !== null && column === null && (
                  <p className="mt-2 text-small text-alarm">{messages.looksLikeStatus(optedOut)}</p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-6 grid max-w-md gap-6">
        {columns.includes("phone") && (
          <SelectField
            id="phone-country"
            label={messages.country}
            value={view.country ?? ""}
            disabled={isBusy}
            onChange={(country) => onChange({ country: country || null })}
            options={[
              { value: "", label: messages.noCountry },
              ...listCountries(view.countries).map(({ code, name, callingCode }) => ({
                value: code,
                label: `${name} (+${callingCode})`,
              })),
            ]}
          />
        )}
        <SelectField
          id="default-status"
          label={messages.subscription}
          value={view.defaultStatus ?? ""}
          disabled={isBusy}
          onChange={(value) =>
            onChange({ defaultStatus: importStatuses.find((each) => each === value) ?? null })
          }
          options={[
            { value: "", label: messages.noSubscription },
            ...importStatuses.map((value) => ({ value, label: messages.statusChoices[value] })),
          ]}
        />
      </div>
    </AdminSection>
  );
}

/** Texts can't be turned on here, and only a column that looks like a status has to be ignored. */
function isOffered(column: ImportColumn, looksLikeStatus: boolean): boolean {
  if (column === "ignored") return looksLikeStatus;
  return column !== "sms_on" && column !== "sms_consent_at";
}

function ColumnSelect(props: {
  header: string;
  value: ImportColumn | null;
  looksLikeStatus: boolean;
  isBusy: boolean;
  onChange: (value: string) => void;
}) {
  const { header, value, looksLikeStatus, isBusy, onChange } = props;
  return (
    <Select
      aria-label={messages.importHeaderAs(header)}
      value={value ?? ""}
      disabled={isBusy}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{looksLikeStatus ? messages.chooseMeaning : messages.dontImport}</option>
      {importColumns
        .filter((column) => column === value || isOffered(column, looksLikeStatus))
        .map((column) => (
          <option key={column} value={column}>
            {messages.columnLabels[column]}
          </option>
        ))}
    </Select>
  );
}
