import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import type { QueryClient } from '@tanstack/react-query';
import { itemsOf, refreshLists, type LiveList } from './liveLists.ts';

/** By name, or by what they were found by: in an order that only the server knows. */
const patientList: LiveList<PatientListItem> = { endpoint: listPatients, keyOf: ({ patientId }) => patientId };

/** Brings the rows of patients up to date wherever they are shown. */
export async function refreshPatientRows(client: QueryClient, patientIds: ReadonlySet<number>): Promise<void> {
  await refreshLists(client, patientList, (_, items) => {
    const shown = items.map(({ patientId }) => patientId).filter((patientId) => patientIds.has(patientId));
    if (shown.length === 0) return undefined;
    return { input: { patientIds: shown }, isAsked: ({ patientId }) => patientIds.has(patientId) };
  });
}

/** After the reader came to see patients, or does not any more: where one is not shown, their place is the server's to say. */
export async function refreshPatientsInSight(client: QueryClient, patientIds: ReadonlySet<number>): Promise<void> {
  const isShown = (items: readonly PatientListItem[], id: number) => items.some(({ patientId }) => patientId === id);
  const lacking = client.invalidateQueries({
    queryKey: [listPatients.path],
    predicate: ({ state: { data } }) => {
      const items = itemsOf(data) as readonly PatientListItem[];
      return [...patientIds].some((patientId) => !isShown(items, patientId));
    },
  });
  await Promise.all([lacking, refreshPatientRows(client, patientIds)]);
}
