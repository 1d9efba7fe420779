const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const dayLength = 24 * 60 * 60_000;

const two = (value: number) => String(value).padStart(2, '0');

interface Day {
  year: number;
  month: number;
  day: number;
}

/** The parts of a day (YYYY-MM-DD). */
export function partsOfDay(day: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
  if (match === null) return undefined;
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** 14-Jul-1945 for 1945-07-14, where day and month cannot be confused. What is no day is unchanged. */
export function longDay(day: string): string {
  const parts = partsOfDay(day);
  return parts === undefined ? day : `${two(parts.day)}-${months[parts.month - 1] ?? '?'}-${parts.year}`;
}

/** Age on a day, in years; in months below two years, in days below two months: 81y, 14m, 23d. Empty if not yet born. */
export function ageOn(dateOfBirth: string, on: string): string {
  const [born, end] = [partsOfDay(dateOfBirth), partsOfDay(on)];
  if (born === undefined || end === undefined) return '';
  const monthsOld = (end.year - born.year) * 12 + end.month - born.month - (end.day < born.day ? 1 : 0);
  if (monthsOld < 0) return '';
  if (monthsOld >= 24) return `${Math.floor(monthsOld / 12)}y`;
  if (monthsOld >= 2) return `${monthsOld}m`;
  const days = (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(born.year, born.month - 1, born.day)) / dayLength;
  return `${Math.round(days)}d`;
}

/** 14-Jul-1945 (81y). @param on the day of death of a deceased person, or today */
export function birthText(dateOfBirth: string, on: string): string {
  const [day, age] = [longDay(dateOfBirth), ageOn(dateOfBirth, on)];
  return age === '' ? day : `${day} (${age})`;
}
