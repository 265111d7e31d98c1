import type { CalendarDay } from "@/lib/contracts/briefings";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";

/** What a day's dot looks like: `gap` is what an editor should do something about. */
export type DotLook = "on" | "off" | "sent" | "gap";

/** A state of a day in words, and the dot beside them. */
export type DayState = { words: string; look: DotLook };

/** How it stands with the message of a weekday. */
export function messageState({ messages, hasStarted, isOver }: CalendarDay): DayState {
  if (hasStarted) return { words: isOver ? "Sent" : "Going out", look: isOver ? "sent" : "on" };
  if (isOver) return { words: "Nothing sent", look: "off" };
  const [message] = messages;
  if (!message) return { words: "No message", look: "gap" };
  return message.isActive
    ? { words: dailyMessagesScreen.active, look: "on" }
    : { words: dailyMessagesScreen.inactive, look: "off" };
}

/** How it stands with the post of a day. */
export function postState({ posts, isOver }: CalendarDay): DayState {
  const [post] = posts;
  if (post) return { words: `Post ${post.slug}`, look: isOver ? "sent" : "on" };
  return { words: "No post", look: "off" };
}
