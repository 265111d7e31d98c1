import type { Configuration, ConfigurationItem } from "@/lib/contracts/admin/settings";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { cellClass, headClass, tableClass } from "./table-classes";

const texts = settingsScreen.configuration;

/** What environment variables set, by what it's about. */
export function ConfigurationTable({ configuration }: { configuration: Configuration }) {
  return (
    <table className={tableClass}>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={`${headClass} w-[42%]`}>
            {texts.setting}
          </th>
          <th scope="col" className={headClass}>
            {texts.value}
          </th>
          <th scope="col" className={`${headClass} w-32`}>
            {texts.source}
          </th>
        </tr>
      </thead>
      {configuration.map(({ group, items }) => (
        <tbody key={group} className="max-md:block">
          <tr className="max-md:block">
            <th
              scope="rowgroup"
              colSpan={3}
              className="caps border-b border-rule pt-7 pb-2.5 text-left text-ink-3 max-md:block"
            >
              {texts.groups[group]}
            </th>
          </tr>
          {items.map((item) => (
            <ItemRow key={item.variable} item={item} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function ItemRow({
  item: { variable, isSecret, isSet, value, source },
}: {
  item: ConfigurationItem;
}) {
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:border-b max-md:border-rule max-md:py-2.5">
      <th scope="row" className={cellClass}>
        {texts.labels[variable]}
        <span className="block font-mono text-fine text-ink-3">{variable}</span>
      </th>
      <td className={`${cellClass} max-md:order-1 max-md:col-span-full`}>
        {isSet ? (
          isSecret ? (
            <span className="text-ink-3">{texts.secret}</span>
          ) : (
            value
          )
        ) : (
          <span className="text-ink-3">{texts.unset}</span>
        )}
      </td>
      <td className={`${cellClass} text-small text-ink-3`}>{texts.sources[source]}</td>
    </tr>
  );
}
