/** Whether a visit is after its referral's due time. */
export const isAfterDue = (appointmentTime: string, dueAt: string): boolean =>
  Date.parse(appointmentTime) > Date.parse(dueAt);

/** The same for a visit whose time is not known yet: whether all of the day is, by the user's own clock. */
export const isDayAfterDue = (day: string, dueAt: string): boolean => isAfterDue(`${day}T00:00:00`, dueAt);
