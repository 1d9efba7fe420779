import { defineWorker } from '../../core/worker.ts';
import { careTeamJobs } from './jobs.ts';
import { notifyInvitedUser } from './notifyInvitedUser.ts';
import { notifyOfAcceptedInvitation } from './notifyOfAcceptedInvitation.ts';
import { processBatch } from './processBatch.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const careTeamsWorker = defineWorker(careTeamJobs, {
  processInvitations: processBatch,
  notifyInvited: notifyInvitedUser,
  notifyOfAccepted: notifyOfAcceptedInvitation,
});
