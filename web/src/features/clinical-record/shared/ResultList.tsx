import type { CallOf } from '@careloop/contracts/endpoint';
import {
  listResults,
  rangeInWords,
  valueInWords,
  type MeasuredResult,
  type Result,
} from '@careloop/contracts/clinical-record/results';
import { resultStatusLabels } from '@careloop/contracts/codes/clinicalRecord';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from './ClinicalRecord.module.css';
import { EffectiveTime } from './EffectiveTime.tsx';
import { FlagBadge } from './FlagBadge.tsx';
import { Source } from './Source.tsx';
import { codeInWords } from './words.ts';

const TrendDialog = lazyPart(async () => (await import('./TrendDialog.tsx')).TrendDialog);

export type ResultSearch = Omit<CallOf<typeof listResults>, 'patientId' | 'cursor'>;

interface ResultListProps {
  patientId: number;
  search: ResultSearch;
  emptyTitle: string;
  emptyText?: string;
  emptyAction?: ReactNode;
  /** Among other lists of a page. */
  isInline?: boolean;
}

/** Panels with their members and single results, newest first. A number opens its values over time. */
export function ResultList(props: ResultListProps): ReactNode {
  const { patientId, search, emptyTitle, emptyText, emptyAction, isInline = false } = props;
  const query = useInfiniteQuery(pagesOf(listResults, { patientId, ...search }));
  const [shown, setShown] = useState<MeasuredResult>();
  return (
    <QueryState query={query} loading={<ListSkeleton />}>
      {(data) => {
        const items = pagedItems(data);
        if (items.length === 0) {
          if (isInline) return <Text c="dimmed">{emptyTitle}</Text>;
          return <EmptyState icon={<IconFlask size={24} />} title={emptyTitle} text={emptyText} action={emptyAction} />;
        }
        return (
          <div className={isInline ? undefined : classes['results']}>
            {items.map((result) => (
              <ResultCard key={result.patientResultId} result={result} onOpen={setShown} />
            ))}
            {query.hasNextPage && (
              <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show earlier results
              </Button>
            )}
            {shown !== undefined && (
              <TrendDialog patientId={patientId} result={shown} onClose={() => setShown(undefined)} />
            )}
          </div>
        );
      }}
    </QueryState>
  );
}

interface CardProps {
  result: Result;
  onOpen: (result: MeasuredResult) => void;
}

/** A panel with its members, or a single result. */
function ResultCard({ result, onOpen }: CardProps): ReactNode {
  const { isPanel, members, description } = result;
  const rows = isPanel ? members : [result];
  return (
    <section className={classes['panelCard']} aria-label={description}>
      <div className={classes['panelHead']}>
        <h3 className={result.isSuperseded || result.isEnteredInError ? classes['struck'] : undefined}>
          {description}
        </h3>
        <Text span c="dimmed" fz="sm">
          <EffectiveTime of={result} />
        </Text>
        <ResultMarks result={result} />
        <Text span c="dimmed" fz="sm" ml="auto" ta="end">
          <Source stated={result} />
        </Text>
      </div>
      {rows.length > 0 && (
        <table className={classes['values']}>
          <thead>
            <tr>
              <th scope="col" className={classes['name']}>
                Measure
              </th>
              <th scope="col" className={classes['value']}>
                Value
              </th>
              <th scope="col">Flag</th>
              <th scope="col">Range</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ResultRow key={row.patientResultId} result={row} isMember={isPanel} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
      {isPanel && rows.length === 0 && (
        <Text c="dimmed" fz="sm" px="sm" py={4}>
          No values on file
        </Text>
      )}
      {isPanel && result.note !== null && (
        <Text fz="sm" px="sm" py={4} className={classes['text']}>
          {result.note}
        </Text>
      )}
    </section>
  );
}

function ResultMarks({ result }: { result: MeasuredResult }): ReactNode {
  const { status, isSuperseded, isEnteredInError } = result;
  return (
    <>
      {isEnteredInError && <StatusBadge tone="inactive" label="Entered in error" />}
      {isSuperseded && <StatusBadge tone="inactive" label="Superseded by a later report" />}
      {status !== 'final' && status !== 'unknown' && (
        <StatusBadge tone={status === 'corrected' ? 'info' : 'neutral'} label={resultStatusLabels[status]} />
      )}
    </>
  );
}

interface RowProps {
  result: MeasuredResult;
  isMember: boolean;
  onOpen: (result: MeasuredResult) => void;
}

function ResultRow({ result, isMember, onOpen }: RowProps): ReactNode {
  const { description, flag, isSuperseded, isEnteredInError, valueNumber } = result;
  const isAbnormal = flag !== null && flag !== 'normal';
  const value = valueInWords(result);
  const details = [codeInWords(result), result.specimen, result.method, result.bodySite, result.interpretation];
  return (
    <tr className={isSuperseded || isEnteredInError ? classes['struck'] : undefined}>
      <td className={classes['name']}>
        {description}
        {isMember && <ResultMarks result={result} />}
        <span className={classes['detail']}>{details.filter(Boolean).join(' · ')}</span>
      </td>
      <td className={classes['value']}>
        {valueNumber === null ? (
          <span className={isAbnormal ? classes['abnormal'] : undefined}>{value || 'No value stated'}</span>
        ) : (
          <UnstyledButton
            fz="inherit"
            className={isAbnormal ? classes['abnormal'] : undefined}
            aria-label={`${description} ${value}: show over time`}
            onClick={() => onOpen(result)}
            td="underline"
          >
            {value}
          </UnstyledButton>
        )}
        {result.note !== null && <span className={`${classes['detail']} ${classes['text']}`}>{result.note}</span>}
      </td>
      <td>
        <FlagBadge flag={flag} />
      </td>
      <td>{rangeInWords(result)}</td>
    </tr>
  );
}
