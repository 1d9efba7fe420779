const pad = (value: number) => String(value).padStart(2, '0');

/** Date of a document: "7/4/26" if only a day was given, which is stored as noon UTC; otherwise as in `momentText`. */
export const chartDateText = (iso: string): string =>
  /T12:00:00(?:\.0+)?Z$/.test(iso) ? (momentText(iso).split(' ')[0] ?? '') : momentText(iso);

/** "7/4/26 3:05 PM UTC"; in UTC because a file may be read in any time zone. */
export function momentText(at: string | Date): string {
  const date = new Date(at);
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${pad(date.getUTCFullYear() % 100)}`;
  const hours = date.getUTCHours();
  return `${day} ${hours % 12 || 12}:${pad(date.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'} UTC`;
}
