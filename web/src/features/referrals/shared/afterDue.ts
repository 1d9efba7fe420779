import { isAfterDue } from '@careloop/contracts/referrals/answerWords';

/** Whether all of a day is after the due time, by the user's own clock: for a visit whose time is not known yet. */
export const isDayAfterDue = (day: string, dueAt: string): boolean => isAfterDue(`${day}T00:00:00`, dueAt);
