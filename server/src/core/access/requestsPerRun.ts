/** Referrals or consultations that one run of a job passes to other receivers; the next run continues from there. */
export const requestsPerRun = 500;
