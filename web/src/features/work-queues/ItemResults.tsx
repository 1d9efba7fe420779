import { patientName } from '@careloop/contracts/patients/identity';
import { urgencyLabel } from '@careloop/contracts/codes';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ItemResult } from '@careloop/contracts/work-queues/items';
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateIn, formatDateTime } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { queueSubject } from './shared/queueSubject.ts';
import classes from './WorkQueuesPage.module.css';
import { formatNumber } from '../../ui/numbers.ts';

interface ItemResultsProps {
  items: readonly WorkQueueItem[];
  results: readonly ItemResult[];
  /** Label for successful items: "Completed". */
  doneLabel: string;
}

/** Outcome of each of several items, unchanged ones first. */
export function ItemResults({ items, results, doneLabel }: ItemResultsProps): ReactNode {
  const byId = new Map(items.map((item) => [item.workQueueEncounterId, item]));
  const doneCount = results.filter(({ isDone }) => isDone).length;
  return (
    <>
      <Text fw={600} mb="xs">
        {doneLabel}: {formatNumber(doneCount)} of {formatNumber(results.length)}
      </Text>
      <Box className={classes.resultScroller} tabIndex={0} role="region" aria-label="Result of each item">
        <ul className={`${classes.shared} ${classes.results}`} aria-label="Results">
          {results
            .toSorted((one, other) => Number(one.isDone) - Number(other.isDone))
            .map(({ workQueueEncounterId, isDone, message }) => {
              const item = byId.get(workQueueEncounterId);
              return (
                <li key={workQueueEncounterId}>
                  <span>
                    {item === undefined ? 'Item' : `${patientName(item.patient)} · ${patientFacts(item.patient)}`}
                    {item !== undefined && (
                      <Text fz="xs" c="dimmed">
                        {itemFacts(item)}
                      </Text>
                    )}
                    {!isDone && message !== null && <Text fz="xs">{message}</Text>}
                  </span>
                  <StatusBadge tone={isDone ? 'success' : 'warning'} label={isDone ? doneLabel : 'Not changed'} />
                </li>
              );
            })}
        </ul>
      </Box>
    </>
  );
}

/** Facts that distinguish items of one patient: "To Nguyen, Linh · STAT · due 11/16/26 12:10 AM". */
export function itemFacts(item: WorkQueueItem): string {
  const facts = item.subjectType === null ? null : queueSubject(item.subjectType).factsOf(item);
  if (facts === null)
    return `${item.facilityName ?? 'Facility not stated'} · ${formatDateIn(item.encounterDate, item.timeZone)}`;
  const { to, urgencyDays, dueAt } = facts;
  return [
    `To ${to}`,
    urgencyDays !== null && urgencyLabel(urgencyDays),
    dueAt === null ? `received ${formatDateTime(item.createdAt)}` : `due ${formatDateTime(dueAt)}`,
  ]
    .filter((fact) => fact !== false)
    .join(' · ');
}
