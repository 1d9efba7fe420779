import {
  listAllClients,
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  managedClientTexts as texts,
} from '@careloop/contracts/administration/clients';
import { findClients, getFacilityHierarchies, listFacilities } from '@careloop/contracts/directory/lookups';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Endpoints that a change makes stale. */
const reads = [
  listAllClients,
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  findClients,
  getFacilityHierarchies,
  listFacilities,
];

/** Saves a form of this screen; the form shows errors. */
export function useSaving<E extends Endpoint>(endpoint: E) {
  return useCall(endpoint, { invalidates: reads, onError: 'form', onSuccess: () => toast.success(texts.saved) });
}
