import type { Message } from '@careloop/contracts/messages';
import { dayOf } from '../../../ui/dates.ts';

export interface MessageDay {
  /** The local day, YYYY-MM-DD. */
  key: string;
  label: string;
  messages: MessageInRow[];
}

interface MessageInRow {
  message: Message;
  /** Directly follows a message of the same people, written shortly before: their names are not repeated. */
  isContinued: boolean;
}

const soon = 5 * 60_000;

/** "Today", "Yesterday", "Monday, July 6", with the year if it is not the current one. */
export function dayLabel(date: Date, now: Date): string {
  if (dayOf(date) === dayOf(now)) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(date) === dayOf(yesterday)) return 'Yesterday';
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return date.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year });
}

/** Label for paper, where "Today" would soon be wrong. */
export function paperDayLabel({ messages }: MessageDay): string {
  const [first] = messages;
  if (first === undefined) return '';
  const date = new Date(first.message.dateSent);
  return date.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
}

function isContinuation(message: Message, above: Message | undefined): boolean {
  return (
    above !== undefined &&
    above.fromUser.userId === message.fromUser.userId &&
    above.fromIdentityUser.userId === message.fromIdentityUser.userId &&
    Date.parse(message.dateSent) - Date.parse(above.dateSent) < soon
  );
}

/** Groups messages by day in the reader's time zone, in the given order. */
export function groupByDay(messages: readonly Message[], now = new Date()): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of messages) {
    const date = new Date(message.dateSent);
    const key = dayOf(date);
    const day = days.at(-1);
    if (day?.key === key) {
      day.messages.push({ message, isContinued: isContinuation(message, day.messages.at(-1)?.message) });
    } else {
      days.push({ key, label: dayLabel(date, now), messages: [{ message, isContinued: false }] });
    }
  }
  return days;
}
