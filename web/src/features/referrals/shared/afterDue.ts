/** Whether a visit comes after the time at which its referral is due. */
export const isAfterDue = (appointmentTime: string, dueAt: string): boolean =>
  Date.parse(appointmentTime) > Date.parse(dueAt);
