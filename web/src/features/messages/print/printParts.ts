import { formatNumber } from '../../../ui/numbers.ts';
/** Range of messages to print, by sequence number. */
export interface PrintRange {
  from: number;
  through: number;
  /** Number of messages in the conversation. */
  of: number;
}

/** Maximum number of messages in one print; browsers cannot handle many more. */
export const maxPrinted = 1000;

/** The printable parts of a conversation, newest first. */
export function partsOf(count: number, size = maxPrinted): PrintRange[] {
  const parts: PrintRange[] = [];
  for (let from = 1; from <= count; from += size) {
    parts.push({ from, through: Math.min(from + size - 1, count), of: count });
  }
  return parts.toReversed();
}

/** "All 45 messages", "Messages 4,001 to 5,000 of 5,000" */
export function rangeLabel({ from, through, of }: PrintRange): string {
  if (from === 1 && through === of) return of === 1 ? 'The only message' : `All ${formatNumber(of)} messages`;
  return `Messages ${formatNumber(from)} to ${formatNumber(through)} of ${formatNumber(of)}`;
}
