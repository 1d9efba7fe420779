import { getReportFilters, groupingsOf, type ReportName } from '@careloop/contracts/reports';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { DaysFilter } from '../../ui/DaysFilter.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { groupingOf, groupLabels } from './reportWords.ts';
import classes from './ReportsPage.module.css';

const page = getRouteApi('/Reports');

interface ReportFiltersProps {
  report: ReportName;
  from: string;
  to: string;
  /** The server's error about the period. */
  error: string | undefined;
}

const options = <Item,>(items: readonly Item[], id: (item: Item) => number, name: (item: Item) => string) =>
  items.map((item) => ({ value: String(id(item)), label: name(item) }));

/** Filters: period, client, facility, specialty and grouping; all kept in the address. */
export function ReportFilters({ report, from, to, error }: ReportFiltersProps): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery(queryOf(getReportFilters, {}));
  const { data } = query;
  const set = (change: Partial<typeof search>) =>
    void navigate({
      search: (old) => ({ ...old, ...change, measure: undefined, key: undefined, page: undefined }),
      replace: true,
    });
  const number = (value: string | null) => (value === null ? undefined : Number(value));
  const isOfPeople = report === 'messages' || report === 'work';
  const groupings = groupingsOf[report];
  const facilities = (data?.facilities ?? []).filter(
    ({ clientId }) => search.clientId === undefined || clientId === search.clientId,
  );
  const pick = (
    label: string,
    name: 'clientId' | 'facilityId' | 'healthcareProviderSpecialtyId',
    choices: { value: string; label: string }[],
  ) => (
    <>
      <Select
        label={label}
        placeholder="All"
        clearable
        searchable
        nothingFoundMessage={data === undefined ? 'Not loaded yet' : 'No options found'}
        disabled={query.isLoadingError}
        data={choices}
        value={search[name] === undefined ? null : String(search[name])}
        onChange={(value) => set({ [name]: number(value), ...(name === 'clientId' && { facilityId: undefined }) })}
      />
      {search[name] !== undefined && (
        <Text fz="sm" className={classes.printed}>
          {label}: {choices.find(({ value }) => value === String(search[name]))?.label}
        </Text>
      )}
    </>
  );
  return (
    <div className={classes.filters}>
      <div className={classes.period}>
        <DaysFilter
          label="Period of the report"
          size="sm"
          required
          from={from}
          until={to}
          error={error}
          onChange={(days) => set({ from: days.from, to: days.until })}
        />
      </div>
      {data !== undefined &&
        data.clients.length > 1 &&
        pick(
          'Client',
          'clientId',
          options(
            data.clients,
            (one) => one.clientId,
            (one) => one.name,
          ),
        )}
      {pick(
        'Facility',
        'facilityId',
        options(
          facilities,
          (one) => one.facilityId,
          (one) => one.name,
        ),
      )}
      {pick(
        isOfPeople ? 'Specialty of the user' : 'Specialty',
        'healthcareProviderSpecialtyId',
        options(
          data?.specialties ?? [],
          (one) => one.healthcareProviderSpecialtyId,
          (one) => one.name,
        ),
      )}
      {groupings !== undefined && (
        <Select
          label="By"
          allowDeselect={false}
          data={groupings.map((value) => ({ value, label: groupLabels[value] }))}
          value={groupingOf(report, search.groupBy) ?? null}
          onChange={(value) => set({ groupBy: groupings.find((one) => one === value) })}
        />
      )}
      {query.isLoadingError && (
        <div className={classes.failed}>
          <QueryState query={query} size="small" failure="The filters could not be loaded" />
        </div>
      )}
    </div>
  );
}
