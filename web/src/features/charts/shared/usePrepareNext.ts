import { prepareDocument } from '@careloop/contracts/charts/viewer';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { drawnWidth } from './drawnWidth.ts';

/** Has the next document drawn while this one is read, once all of this one has come. It is not fetched: that would be an opening. */
export function usePrepareNext(patientDocumentId: number | undefined): void {
  const isReading = useIsFetching() === 0;
  const width = drawnWidth();
  useQuery({
    ...queryOf(prepareDocument, { patientDocumentId: patientDocumentId ?? 0, ...(width !== undefined && { width }) }),
    enabled: isReading && patientDocumentId !== undefined,
    staleTime: Infinity,
    retry: false,
  });
}
