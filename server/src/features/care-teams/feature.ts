import * as careTeamsContract from '@careloop/contracts/care-teams';
import * as careTeamInvitations from '@careloop/contracts/care-teams/invitations';
import * as careTeamMembers from '@careloop/contracts/care-teams/members';

import type { Feature } from '../../core/feature.ts';
import { invitationRoutes } from './invitationRoutes.ts';
import { careTeamJobs } from './jobs.ts';
import { memberRoutes } from './memberRoutes.ts';
import { careTeamRoutes } from './routes.ts';

export const careTeams: Feature = {
  contracts: [careTeamsContract, careTeamInvitations, careTeamMembers],
  routes: [careTeamRoutes, invitationRoutes, memberRoutes],
  jobs: careTeamJobs,
};
