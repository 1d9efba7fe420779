const minute = 60_000;
const dayLength = 24 * 60 * minute;

/** Times relative to the start of the demo, so that "due in three days" is always correct. */
export class Clock {
  readonly now: Date;
  readonly #parts: Intl.DateTimeFormat;

  /** @param zone time zone of the clients, so that a visit at 9:30 is at 9:30 local time */
  constructor(now: Date, zone: string) {
    this.now = now;
    this.#parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** The time this many days, hours and minutes ago. */
  ago(days: number, hours = 0, minutes = 0): Date {
    return new Date(this.now.getTime() - days * dayLength - (hours * 60 + minutes) * minute);
  }

  /** A time of day, this many days from today. */
  at(days: number, hour: number, minutes = 0): Date {
    const today = this.#local(this.now);
    return this.#fromLocal(Date.UTC(today.year, today.month - 1, today.day + days, hour, minutes));
  }

  /** Like `at`, but moved from a weekend to the Friday before if it is in the past, otherwise to the Monday after. */
  workday(days: number, hour: number, minutes = 0): Date {
    const today = this.#local(this.now);
    const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day + days)).getUTCDay();
    return this.at(days + shiftFromWeekend(weekday, days < 0), hour, minutes);
  }

  /** The date this many days from today, YYYY-MM-DD. */
  day(days: number): string {
    const today = this.#local(this.now);
    return new Date(Date.UTC(today.year, today.month - 1, today.day + days)).toISOString().slice(0, 10);
  }

  /** The local date of a time, YYYY-MM-DD. */
  dayOf(moment: Date): string {
    const { year, month, day } = this.#local(moment);
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  }

  /** The time itself if it is in office hours (weekdays 8 to 18), otherwise the next opening time. */
  officeTime(moment: Date): Date {
    const { hour, minute: minutes, ...date } = this.#local(moment);
    const evening = hour >= 18 ? 1 : 0;
    const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day + evening)).getUTCDay();
    const days = evening + daysToWorkday(weekday);
    if (days === 0 && hour >= 8) return moment;
    return this.#fromLocal(Date.UTC(date.year, date.month - 1, date.day + days, 8, minutes));
  }

  #local(moment: Date): { year: number; month: number; day: number; hour: number; minute: number } {
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const parts = this.#parts.formatToParts(moment);
    return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') };
  }

  #fromLocal(wanted: number): Date {
    const shown = this.#local(new Date(wanted));
    const asUtc = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute);
    return new Date(wanted - (asUtc - wanted));
  }
}

/** Days until Monday: two from Saturday, one from Sunday. */
function daysToWorkday(weekday: number): number {
  if (weekday === 6) return 2;
  return weekday === 0 ? 1 : 0;
}

function shiftFromWeekend(weekday: number, past: boolean): number {
  if (weekday === 6) return past ? -1 : 2;
  if (weekday === 0) return past ? -2 : 1;
  return 0;
}

/** The time this many days later. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayLength);
}

/** The time this many minutes later. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minute);
}

/** A date as the portal shows it: 14-Jul-1945. */
export function writeDay(day: string): string {
  const [year, month, date] = day.split('-');
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${date}-${names[Number(month) - 1]}-${year}`;
}
