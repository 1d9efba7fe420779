import { formatDateIn, formatDateTimeIn, formatNamedDateTime } from '../../../ui/dates.ts';

const time = /<time datetime="([^"]+)"( data-day)?(?: data-zone="([\w/+:-]+)")?>[^<]*<\/time>/g;

/**
 * The chart with its times in the user's time zone, or that of the place of an appointment; stored and sent charts have them
 * in UTC.
 * @param isPaper names the zone of every time
 */
export function withLocalTimes(html: string, { isPaper = false } = {}): string {
  const format = isPaper ? formatNamedDateTime : formatDateTimeIn;
  return html.replace(time, (_whole, at: string, day: string | undefined, zone: string | undefined) => {
    const text = day === undefined ? format(at, zone ?? null) : formatDateIn(at, zone ?? null);
    return `<time datetime="${at}">${text}</time>`;
  });
}
