/** Whether a visit is after its referral's due time. */
export const isAfterDue = (appointmentTime: string, dueAt: string): boolean =>
  Date.parse(appointmentTime) > Date.parse(dueAt);
