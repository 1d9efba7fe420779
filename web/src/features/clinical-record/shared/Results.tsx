import { listResultSources } from '@careloop/contracts/clinical-record/results';
import { resultCategoryLabels } from '@careloop/contracts/codes/clinicalRecord';
import { Button, Chip, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import classes from './ClinicalRecord.module.css';
import { ownTimeZone } from '../../../ui/dates.ts';
import { ResultList, type ResultSearch } from './ResultList.tsx';
import type { ResultFilters } from './search.ts';
import { optionsOf } from './words.ts';

const noFilters = {
  resultFrom: undefined,
  resultUntil: undefined,
  resultCategory: undefined,
  resultSource: undefined,
  isAbnormal: undefined,
  isSuperseded: undefined,
} satisfies ResultFilters;

/** A patient's results by panel and time; the filters are kept in the address. */
export function Results({ patientId }: { patientId: number }): ReactNode {
  const search = useSearch({ from: '/Patient/$patientId' });
  const navigate = useNavigate({ from: '/Patient/$patientId' });
  const { resultFrom, resultUntil, resultCategory, resultSource, isAbnormal, isSuperseded } = search;
  const sources = useQuery(queryOf(listResultSources, { patientId }));
  const change = (next: ResultFilters) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const asked: ResultSearch = {
    ...(resultFrom !== undefined && { from: resultFrom }),
    ...(resultUntil !== undefined && { to: resultUntil }),
    ...((resultFrom ?? resultUntil) !== undefined && { timeZone: ownTimeZone }),
    ...(resultCategory !== undefined && { category: resultCategory }),
    ...(resultSource !== undefined && { source: resultSource }),
    ...(isAbnormal === true && { isAbnormal }),
    ...(isSuperseded === true && { includesSuperseded: true, includesErrors: true }),
  };
  const isNarrowed = [resultFrom, resultUntil, resultCategory, resultSource, isAbnormal].some(Boolean);
  const showAll = (
    <Button variant="subtle" size="compact-sm" onClick={() => change(noFilters)}>
      Show all results
    </Button>
  );
  return (
    <>
      <div className={`${classes['bar']} ${classes['filters']}`} role="group" aria-label="Show only">
        <Chip
          data-low
          size="xs"
          checked={isAbnormal === true}
          onChange={(checked) => change({ isAbnormal: checked || undefined })}
        >
          Abnormal
        </Chip>
        <FilterSelect
          label="Category"
          data={optionsOf(resultCategoryLabels).filter(({ value }) => value !== 'social_history')}
          value={resultCategory}
          onChange={(value) => change({ resultCategory: value as ResultFilters['resultCategory'] })}
        />
        <FilterSelect
          label="Source"
          width="14rem"
          data={sources.data?.items.map((value) => ({ value, label: value }))}
          value={resultSource}
          onChange={(value) => change({ resultSource: value })}
        />
        <div className={classes['days']}>
          <DaysFilter
            label="Days of the results"
            from={resultFrom}
            until={resultUntil}
            onChange={({ from, until }) => change({ resultFrom: from, resultUntil: until })}
          />
        </div>
        {isNarrowed && showAll}
        <Switch
          ml="auto"
          data-low
          size="xs"
          label="Show superseded and entered in error"
          checked={isSuperseded === true}
          onChange={(event) => change({ isSuperseded: event.currentTarget.checked || undefined })}
        />
      </div>
      <ResultList
        patientId={patientId}
        search={asked}
        emptyTitle={isNarrowed ? 'No results match these filters' : 'No results on file'}
        emptyAction={isNarrowed ? showAll : undefined}
      />
    </>
  );
}
