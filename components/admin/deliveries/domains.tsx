"use client";

import { useQuery } from "@tanstack/react-query";
import { deliveryDomains } from "@/lib/client/admin/deliveries";
import { classNames } from "@/components/ui/class-names";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { formatRate } from "./format";

const texts = deliveriesMessages.domains;

/** The bounce rate above which providers start to distrust us. */
const badRate = 0.015;

const cell = "py-2.5 pl-4 text-right whitespace-nowrap tabular-nums";

/** How the emails of a period ended, by domain, with the provider's own words about bounces. */
export function Domains({ days }: { days: number }) {
  const query = useQuery(deliveryDomains(days));
  const period = deliveriesMessages.periods[days] ?? "";
  return (
    <AdminSection
      id="domains"
      title={texts.title(period)}
      className="mt-12"
      action={<span className="text-small text-ink-3">{texts.limit}</span>}
    >
      <Loaded query={query} label={texts.loading}>
        {({ domains }) =>
          domains.length === 0 ? (
            <p className="text-ink-2">{texts.none}</p>
          ) : (
            <table className="w-full border-collapse border-b border-ink text-label leading-5">
              <thead>
                <tr className="border-b border-ink text-fine text-ink-3 [&>th]:py-2.5 [&>th]:font-medium">
                  <th scope="col" className="text-left">
                    {texts.domain}
                  </th>
                  <th scope="col" className={cell}>
                    {texts.sent}
                  </th>
                  <th scope="col" className={`${cell} max-md:hidden`}>
                    {texts.hard}
                  </th>
                  <th scope="col" className={`${cell} max-md:hidden`}>
                    {texts.soft}
                  </th>
                  <th scope="col" className={`${cell} max-md:hidden`}>
                    {texts.complaints}
                  </th>
                  <th scope="col" className={cell}>
                    {texts.rate}
                  </th>
                </tr>
              </thead>
              <tbody>
                {domains.map(({ domain, sent, hard, soft, complaints, words }) => (
                  <tr key={domain} className="border-b border-rule align-top">
                    <th
                      scope="row"
                      className="py-2.5 text-left font-medium [overflow-wrap:anywhere]"
                    >
                      {domain === "other" ? texts.other : domain}
                      {words !== null && (
                        <span className="mt-0.5 block max-w-[60ch] text-fine font-normal text-ink-3">
                          {words}
                        </span>
                      )}
                    </th>
                    <td className={cell}>{formatCount(sent)}</td>
                    <td className={`${cell} max-md:hidden`}>{formatCount(hard)}</td>
                    <td className={`${cell} max-md:hidden`}>{formatCount(soft)}</td>
                    <td className={`${cell} max-md:hidden`}>{formatCount(complaints)}</td>
                    <td
                      className={classNames(
                        cell,
                        (hard + soft) / Math.max(1, sent) > badRate && "font-medium text-alarm",
                      )}
                    >
                      {formatRate(hard + soft, sent, 2)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </AdminSection>
  );
}
