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
  const { isPanel, members, description, note } = result;
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
      {isPanel && members.length > 0 && <MemberTable members={members} onOpen={onOpen} />}
      {!isPanel && <SingleValue result={result} onOpen={onOpen} />}
      {isPanel && members.length === 0 && (
        <Text c="dimmed" fz="sm" px="sm" py={4}>
          No values on file
        </Text>
      )}
      {note !== null && (
        <Text fz="sm" px="sm" py={4} className={classes['text']}>
          {note}
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

interface ValueProps {
  result: MeasuredResult;
  onOpen: (result: MeasuredResult) => void;
}

/** The value with its unit; a number opens its values over time. */
function Value({ result, onOpen }: ValueProps): ReactNode {
  const { description, flag, valueNumber } = result;
  const isAbnormal = flag !== null && flag !== 'normal';
  const value = valueInWords(result);
  if (valueNumber === null)
    return <span className={isAbnormal ? classes['abnormal'] : undefined}>{value || 'No value stated'}</span>;
  return (
    <UnstyledButton
      fz="inherit"
      className={isAbnormal ? `${classes['measure']} ${classes['abnormal']}` : classes['measure']}
      aria-label={`${description} ${value}: show over time`}
      onClick={() => onOpen(result)}
    >
      {value}
    </UnstyledButton>
  );
}

const detailsOf = (result: MeasuredResult) =>
  [codeInWords(result), result.specimen, result.method, result.bodySite, result.interpretation]
    .filter(Boolean)
    .join(' · ');

function SingleValue({ result, onOpen }: ValueProps): ReactNode {
  const range = rangeInWords(result);
  return (
    <div className={classes['single']}>
      <Value result={result} onOpen={onOpen} />
      <FlagBadge flag={result.flag} />
      {range !== '' && (
        <Text span c="dimmed" fz="sm">
          Range {range}
        </Text>
      )}
      <span className={classes['detail']}>{detailsOf(result)}</span>
    </div>
  );
}

interface MemberTableProps {
  members: readonly MeasuredResult[];
  onOpen: (result: MeasuredResult) => void;
}

function MemberTable({ members, onOpen }: MemberTableProps): ReactNode {
  return (
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
        {members.map((member) => (
          <tr
            key={member.patientResultId}
            className={member.isSuperseded || member.isEnteredInError ? classes['struck'] : undefined}
          >
            <td className={classes['name']}>
              {member.description} <ResultMarks result={member} />
              <span className={classes['detail']}>{detailsOf(member)}</span>
            </td>
            <td className={classes['value']}>
              <Value result={member} onOpen={onOpen} />
              {member.note !== null && <span className={`${classes['detail']} ${classes['text']}`}>{member.note}</span>}
            </td>
            <td>
              <FlagBadge flag={member.flag} />
            </td>
            <td>{rangeInWords(member)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
