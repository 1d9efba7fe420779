import { prepareDocument } from '@careloop/contracts/charts/viewer';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { useDrawnPage } from './drawnPage.ts';

/**
 * Has the next document drawn while this one is read: once a page of this one is on the screen and nothing else is on its
 * way, in the same width. It is not fetched: that would be an opening.
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
