import { listPatientChanges, type PatientChange } from '@careloop/contracts/patients/history';
import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import { CollapsibleCard } from '../../../ui/CollapsibleCard.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { recordValue } from '../shared/recordValue.ts';
import { changeSubjectLabels, recordLabel } from './recordLabels.ts';
import classes from './Record.module.css';

const actions: Record<PatientChange['action'], string> = { created: 'added', edited: 'edited', removed: 'removed' };

/** Ids shown next to a name, and how exact a date is. */
const hidden: ReadonlySet<string> = new Set([
  'insurance_plan_id',
  'start_precision',
  'end_precision',
  'onset_precision',
  'abatement_precision',
]);

const shown = (field: string, value: string | null) => (value === null ? 'Nothing' : recordValue(field, value));

/** The fields of a change, with old and new values. */
function ChangedFields({ fields, action }: Pick<PatientChange, 'fields' | 'action'>): ReactNode {
  return (
    <ul className={classes['changes']}>
      {fields
        .filter(({ field }) => !hidden.has(field))
        .map(({ field, from, to }) => (
          <li key={field}>
            <Text span c="dimmed" fz="sm">
              {recordLabel(field)}:{' '}
            </Text>
            {action === 'edited' && (
              <>
                {shown(field, from)} <IconArrowRight size={12} aria-label="to" />{' '}
              </>
            )}
            {action === 'removed' ? shown(field, from) : shown(field, to)}
          </li>
        ))}
    </ul>
  );
}

/** Who changed which field of the patient, with old and new values. */
export function FieldHistory({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listPatientChanges, { patientId }));
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton count={3} />} size="small" />;
  const items = pagedItems(query.data);
  return (
    <CollapsibleCard title="Changes" heading="h2">
      {items.length === 0 && <Text c="dimmed">Nobody has edited this record</Text>}
      <ul className={classes['lines']} aria-label="Changes of the record">
        {items.map((change) => (
          <li key={change.patientChangeId}>
            <div className={classes['row']}>
              <strong>
                {changeSubjectLabels[change.subject]} {actions[change.action]}
              </strong>
              <Text span c="dimmed" fz="sm">
                {[change.changedBy, change.onBehalfOf && `for ${change.onBehalfOf}`].filter(Boolean).join(' ')} ·{' '}
                <DateTimeText at={change.changedAt} />
              </Text>
            </div>
            <ChangedFields {...change} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="subtle" mt="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </CollapsibleCard>
  );
}
