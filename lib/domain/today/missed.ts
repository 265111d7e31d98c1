import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import type { AttentionAction } from "@/lib/contracts/admin/today";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { attentionMessages as texts } from "@/lib/messages/admin/attention";
import type { Context } from "../context";
import { findCurrentDate } from "../delivery/monitoring/figures/describe-briefing";
import { listFigureCounts, listReasons } from "../delivery/monitoring/figures/figures";
import { listUnsentZones, summarizeMissedDays } from "../delivery/ledger/missed-days";
import { findMessageState } from "../delivery/monitoring/readiness";
import { dayOf, zoneNames, type Found } from "./found";

/** Days missed because of us, and the progress of giving them back. */
export async function findMissedDays(ctx: Context): Promise<Found[]> {
  const { people, mornings, mostPerPerson, first, last, givingBack } =
    await summarizeMissedDays(ctx);
  const giving: Found[] =
    givingBack === 0
      ? []
      : [
          {
            key: "giving_back",
            kind: "giving_back",
            isOurFault: false,
            title: texts.givingTitle(givingBack),
            text: texts.givingText,
            size: givingBack,
            actions: [],
          },
        ];
  if (people === 0 || first === null || last === null) return giving;
  const counts = (await listFigureCounts(ctx, first, last)).filter(
    ({ outcome, reason }) => outcome === "missed" && reason !== "no_message",
  );
  const [reason] = listReasons(counts);
  const days =
    mornings === 1
      ? texts.missedOne(dayOf(ctx, last))
      : texts.missedMany(mornings, dayOf(ctx, first));
  return [
    {
      key: `missed_days:${first}:${last}`,
      kind: "missed_days",
      isOurFault: true,
      title: texts.missedTitle(people, zoneNames(counts.map(({ timezone }) => timezone)), days),
      text: texts.missedText(reason?.label ?? deliveriesMessages.notInTime),
      size: people,
      actions: [
        {
          do: "give_back",
          label: texts.giveBack(mostPerPerson),
          of: "missed",
          through: last,
          people,
          days: mostPerPerson,
        },
      ],
    },
    ...giving,
  ];
}

/** Days on which some zones got nothing because there was no message: one item each. */
export async function findNothingSent(ctx: Context): Promise<Found[]> {
  const dates = Map.groupBy(await listUnsentZones(ctx), ({ localDate }) => localDate);
  return Promise.all(
    [...dates].map(async ([date, zones]): Promise<Found> => {
      const people = zones.reduce((sum, zone) => sum + zone.people, 0);
      const message = await findMessageState(ctx, date);
      const isOpen = date === (await findCurrentDate(ctx));
      const write: AttentionAction[] =
        isOpen && message !== "active"
          ? [
              {
                do: "open",
                label: message === "none" ? texts.writeMessage : texts.seeMessage,
                href: editMessageAddress(date),
              },
            ]
          : [];
      return {
        key: `nothing_sent:${date}`,
        kind: "nothing_sent",
        isOurFault: true,
        title: texts.nothingTitle(
          zoneNames(zones.map(({ timezone }) => timezone)),
          dayOf(ctx, date),
          people,
        ),
        text: texts.nothingText[message],
        size: people,
        actions: [
          ...write,
          {
            do: "give_back",
            label: texts.giveBack(1),
            of: "unsent",
            through: date,
            people,
            days: 1,
          },
        ],
      };
    }),
  );
}
