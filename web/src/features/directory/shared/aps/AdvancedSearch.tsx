import { apsTexts, type ApsProvider } from '@careloop/contracts/directory/search';
import { Anchor, Text } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { toApiError } from '../../../../api/errors.ts';
import { useSession } from '../../../../session/useSession.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { SearchPrompt } from '../../../../ui/NoResults.tsx';
import { QueryState, type QueryStateProps } from '../../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../../ui/Skeletons.tsx';
import { openFindProvider } from '../providerDialogs.ts';
import classes from './AdvancedSearch.module.css';
import {
  apsPages,
  lookupsOf,
  rowsOf,
  useEnforcedPreference,
  type ApsInput,
  type ApsLookups,
  type ApsResults,
} from './apsQueries.ts';
import { initialCriteria, inputOf, nearestFirst, nextSort, type Criteria, type Sort } from './criteria.ts';
import { ResultsTable } from './ResultsTable.tsx';
import type { ProviderRequest } from './RowActions.tsx';
import { SearchForm } from './SearchForm.tsx';

export interface AdvancedSearchProps {
  /** Distances are from this patient, and appointments are made for them. */
  patientId?: number | undefined;
  /** The `healthcareProviderId` of a person who is not offered. */
  excludePersonIds?: readonly number[];
  /** Initial filters. */
  initial?: Partial<Criteria> | undefined;
  /** Selects a provider at one address; undefined if the search only shows results. */
  onChoose?: ((provider: ApsProvider) => void) | undefined;
  /** Requests that can be started with a provider of the table. */
  requests?: readonly ProviderRequest[] | undefined;
  onClose: () => void;
}

/** Advanced provider search: the filters on the left, the providers on the right. */
export function AdvancedSearch(props: AdvancedSearchProps): ReactNode {
  const lookups = useQuery(lookupsOf(props.patientId));
  return (
    <Dialog opened size={1400} xOffset={16} yOffset={24} title="Advanced Provider Search" onClose={props.onClose}>
      {lookups.isLoadingError && <FailureTitle>{apsTexts.lookupsFailed}</FailureTitle>}
      <QueryState query={lookups}>{(data) => <Search {...props} lookups={data} />}</QueryState>
    </Dialog>
  );
}

type SearchProps = AdvancedSearchProps & { lookups: ApsLookups };

function Search({
  lookups,
  patientId,
  excludePersonIds = [],
  initial,
  onChoose,
  requests,
  onClose,
}: SearchProps): ReactNode {
  const [criteria, setCriteria] = useState(() => initialCriteria(lookups, initial ?? {}));
  const [sort, setSort] = useState<Sort>(nearestFirst);
  const inputNow = () => ({
    ...inputOf(criteria, lookups, patientId),
    excludePersonIds: [...excludePersonIds],
  });
  const first = initial?.searchName === undefined ? undefined : inputNow();
  const [searched, setSearched] = useState<ApsInput | undefined>(first);
  const query = useInfiniteQuery({ ...apsPages({ ...searched, ...sort }), enabled: searched !== undefined });
  const isAsked = searched !== undefined;
  const mayAdd = useSession().permissions.has('AddProvider');
  const mayTake = useEnforcedPreference(patientId);
  const afterQuestion = (take: (provider: ApsProvider) => void) => async (provider: ApsProvider) => {
    if (await mayTake(provider)) take(provider);
  };
  const results = useRef<HTMLDivElement>(null);
  const search = () => {
    // On a phone the results are below the form.
    results.current?.scrollIntoView({ block: 'start' });
    const next = inputNow();
    // Repeating the same search fetches again.
    if (JSON.stringify(next) === JSON.stringify(searched)) void query.refetch();
    else setSearched(next);
  };
  const error = query.error === null ? null : toApiError(query.error);
  return (
    <div className={classes['columns']}>
      <SearchForm
        lookups={lookups}
        criteria={criteria}
        onChange={setCriteria}
        onSearch={search}
        onCancel={onClose}
        errors={error?.validationErrors ?? {}}
      />
      <div className={classes['results']} ref={results}>
        {query.data?.pages[0]?.isStreetUnknown === true && (
          <Text fz="sm" c="dimmed" mb="xs" role="status">
            {apsTexts.streetUnknown(searched?.address?.zipcode ?? '')}
          </Text>
        )}
        <Results query={query} isAsked={isAsked}>
          {({ pages }) => (
            <ResultsTable
              rows={rowsOf(pages)}
              isGrouped={searched?.groupByOrganization === true}
              affiliations={lookups.affiliations}
              patientId={patientId}
              sort={sort}
              onSort={(column) => setSort(nextSort(sort, column))}
              onChoose={onChoose && afterQuestion(onChoose)}
              requests={requests?.map((request) => ({ ...request, onBegin: afterQuestion(request.onBegin) }))}
              hasMore={query.hasNextPage}
              hasMoreFailed={query.isFetchNextPageError}
              isLoadingMore={query.isFetchingNextPage}
              onLoadMore={() => void query.fetchNextPage()}
            />
          )}
        </Results>
        {isAsked && mayAdd && <NotListed patientId={patientId} />}
      </div>
    </div>
  );
}

function NotListed({ patientId }: { patientId: number | undefined }): ReactNode {
  return (
    <Text fz="sm" c="dimmed" mt="sm">
      Is the provider not listed?{' '}
      <Anchor component="button" type="button" fz="sm" onClick={() => openFindProvider(patientId)}>
        Add/Find Provider
      </Anchor>
    </Text>
  );
}

interface ResultsProps extends Pick<QueryStateProps<ApsResults>, 'query' | 'children'> {
  isAsked: boolean;
}

/** The found providers, or the prompt before a search, the loader, no results, or the error. */
function Results({ query, isAsked, children }: ResultsProps): ReactNode {
  const error = query.data === undefined && query.error !== null ? toApiError(query.error) : null;
  // The refused field shows its own error; earlier results would not match the form.
  if (error !== null && Object.keys(error.validationErrors).length > 0) {
    return <EmptyState icon={<IconUserSearch size={32} />} title={apsTexts.searchFailed} text={error.message} />;
  }
  if (error !== null) {
    return (
      <>
        <FailureTitle>{apsTexts.searchFailed}</FailureTitle>
        <QueryState query={query} />
      </>
    );
  }
  if (!isAsked) return <SearchPrompt />;
  const none = (
    <div role="status">
      <EmptyState
        icon={<IconUserSearch size={32} />}
        title={apsTexts.none}
        text="Search farther away, or with fewer filters."
      />
    </div>
  );
  return (
    <QueryState
      query={query}
      loading={<ListSkeleton />}
      isEmpty={({ pages }) => rowsOf(pages).length === 0}
      empty={none}
    >
      {children}
    </QueryState>
  );
}

function FailureTitle({ children }: { children: string }): ReactNode {
  return (
    <Text fw={600} ta="center" mt="md">
      {children}
    </Text>
  );
}
