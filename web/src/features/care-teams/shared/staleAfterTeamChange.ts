import { listCareTeam } from '@careloop/contracts/care-teams';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { getPatientOverview } from '@careloop/contracts/patients/overview';

/** Endpoints that show the members of a care team or the primary care provider. */
export const staleAfterTeamChange = [listCareTeam, getPatientInfo, getPatientOverview, getDemographics] as const;
