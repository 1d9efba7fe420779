import { withTimes } from '@careloop/contracts/charts/paper';
import { formatDateIn, formatDateTimeIn } from '../../../ui/dates.ts';

/**
 * The chart with its times in the user's time zone, or that of the place of an appointment; stored and sent charts have them
 * in UTC.
 */
export const withLocalTimes = (html: string): string =>
  withTimes(html, { moment: formatDateTimeIn, day: formatDateIn });
