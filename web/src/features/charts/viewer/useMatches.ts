import { findInDocument, type DocumentAddress } from '@careloop/contracts/charts/viewer';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Find } from './find.ts';

interface FoundMatches {
  matches: OutputOf<typeof findInDocument>['matches'];
  /** Repeats a search that failed; undefined for any other. */
  retry: (() => void) | undefined;
}
const none: FoundMatches['matches'] = [];

/** Positions of the term on the pages of a document. */
export function useMatches(address: DocumentAddress, find: Find): FoundMatches {
  const { term } = find;
  const query = useQuery({
    ...queryOf(findInDocument, { ...address, term }),
    enabled: term !== '',
    staleTime: Infinity,
  });
  const count = query.data?.matches.length ?? null;
  const report = useEffectEvent((found: number | null) => find.report(found));
  useEffect(() => {
    if (term !== '') report(count);
  }, [term, count]);
  return {
    matches: term === '' ? none : (query.data?.matches ?? none),
    retry: query.isLoadingError ? () => void query.refetch() : undefined,
  };
}
