import { findInDocument, type DocumentAddress } from '@careloop/contracts/charts/viewer';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Find } from './find.ts';

type Matches = OutputOf<typeof findInDocument>['matches'];
const none: Matches = [];

/** Positions of the term on the pages of a document. */
export function useMatches(address: DocumentAddress, find: Find): Matches {
  const { term } = find;
  const query = useQuery({
    ...queryOf(findInDocument, { ...address, term }),
    enabled: term !== '',
    staleTime: Infinity,
  });
  const matches = term === '' ? none : (query.data?.matches ?? none);
  const count = query.isError ? 0 : (query.data?.matches.length ?? null);
  const report = useEffectEvent((found: number | null) => find.report(found));
  useEffect(() => {
    if (term !== '') report(count);
  }, [term, count]);
  return matches;
}
