import { prepareDocument } from '@careloop/contracts/charts/viewer';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { useDrawnPage } from './drawnPage.ts';

/**
 * Makes the server render the next document while the user reads this one: once a page of this one is on screen and no call
 * is in flight, in the same width. It is not fetched, because that would be recorded as an access.
 */
export function usePrepareNext(shownId: number | undefined, nextId: number | undefined): void {
  const isIdle = useIsFetching() === 0;
  const drawn = useDrawnPage();
  const isShown = drawn !== undefined && drawn.patientDocumentId === shownId;
  useQuery({
    ...queryOf(prepareDocument, { patientDocumentId: nextId ?? 0, width: drawn?.width }),
    enabled: isIdle && isShown && nextId !== undefined,
    staleTime: Infinity,
    retry: false,
  });
}
