import { canAccessPatient, getPatientInfo, getSectionCounts } from '@careloop/contracts/patients';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { call } from '../../../api/call.ts';
import { latestConversations } from '../../messages/shared/latestConversations.ts';

/** The patient's overview. The response also fills the queries of the messages widget and of the counts of the sections. */
export function overviewOf(patientId: number) {
  const input = { patientId };
  return queryOptions({
    ...queryOf(getPatientOverview, input),
    queryFn: async ({ signal, client }) => {
      const overview = await call(getPatientOverview, input, { signal });
      const { conversations, sectionCounts } = overview;
      client.setQueryData(queryOf(getSectionCounts, input).queryKey, sectionCounts);
      if (conversations !== null) client.setQueryData(latestConversations(patientId).queryKey, conversations);
      return overview;
    },
  });
}

/**
 * Fetches everything that a patient's page shows first in parallel: access, record and overview. Cached data is left to the
 * page, which refetches it when stale.
 */
export function openPatient(client: QueryClient, patientId: string, showsOverview: boolean): void {
  const staleTime = Infinity;
  void client.prefetchQuery({ ...queryOf(canAccessPatient, { patientId }), staleTime });
  const id = Number(patientId);
  if (!Number.isSafeInteger(id) || id < 1) return;
  void client.prefetchQuery({ ...queryOf(getPatientInfo, { patientId: id }), staleTime });
  if (showsOverview) void client.prefetchQuery({ ...overviewOf(id), staleTime });
}
