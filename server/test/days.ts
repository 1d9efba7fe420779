import { todayIn } from '@careloop/contracts/fields/dates';

/** The day (YYYY-MM-DD) this many days from today, in a time zone: by default that of a client that has set none. */
export function dayFromToday(days: number, timeZone = 'America/New_York'): string {
  return new Date(Date.parse(todayIn(timeZone)) + days * 86_400_000).toISOString().slice(0, 10);
}
