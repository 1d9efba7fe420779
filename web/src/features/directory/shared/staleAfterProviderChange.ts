import { listCareTeam } from '@careloop/contracts/care-teams';
import { listCareTeamMembers } from '@careloop/contracts/care-teams/members';
import { searchProviders } from '@careloop/contracts/directory';
import { getOrganization, listOrganizationProviders } from '@careloop/contracts/directory/organizations';
import { findProviders, getProvider } from '@careloop/contracts/directory/providers';
import { searchAps } from '@careloop/contracts/directory/search';

/**
 * Endpoints that show data of a provider or an address of theirs. No event reports such a change; care teams show the
 * provider's phone and fax.
 */
export const staleAfterProviderChange = [
  getProvider,
  findProviders,
  searchProviders,
  searchAps,
  getOrganization,
  listOrganizationProviders,
  listCareTeam,
  listCareTeamMembers,
] as const;
