import { canAccessPatient, getPatientInfo } from '@careloop/contracts/patients';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { call } from '../../api/call.ts';
import { latestConversations } from '../messages/shared/latestConversations.ts';

/** What happens with a patient. Its answer also fills the list that the widget of messages keeps up to date. */
export function overviewOf(patientId: number) {
  const input = { patientId };
  return queryOptions({
    ...queryOf(getPatientOverview, input),
    queryFn: async ({ signal, client }) => {
      const overview = await call(getPatientOverview, input, { signal });
      const { conversations } = overview;
      if (conversations !== null) client.setQueryData(latestConversations(patientId).queryKey, conversations);
      return overview;
    },
  });
}

/**
 * Asks for everything that the page of a patient shows first, at once: access, record and overview. What is there already is
 * left to the page, which reads it again when it is old.
 */
export function openPatient(client: QueryClient, patientId: string, showsOverview: boolean): void {
  const staleTime = Infinity;
  void client.prefetchQuery({ ...queryOf(canAccessPatient, { patientId }), staleTime });
  const id = Number(patientId);
  if (!Number.isSafeInteger(id) || id < 1) return;
  void client.prefetchQuery({ ...queryOf(getPatientInfo, { patientId: id }), staleTime });
  if (showsOverview) void client.prefetchQuery({ ...overviewOf(id), staleTime });
}
