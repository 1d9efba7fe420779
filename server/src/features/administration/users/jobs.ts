import { z } from 'zod';

import { defineJob } from '../../../platform/jobs/defineJob.ts';

const administratorChanges = [
  'account',
  'password',
  'permissions',
  'state',
  'second_factor',
  'reset_link',
  'record',
] as const;
export type AdministratorChange = (typeof administratorChanges)[number];

/** Mails the other administrators of an administrator's clients that somebody changed the account. */
export const mailAdministratorChange = defineJob({
  name: 'send-administrator-change',
  payload: z.object({
    userId: z.number().int(),
    changedByUserId: z.number().int(),
    change: z.enum(administratorChanges),
    at: z.iso.datetime(),
  }),
});

export const managedUserJobs = { mailAdministratorChange };
