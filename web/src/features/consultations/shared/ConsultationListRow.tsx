import { patientName } from '@careloop/contracts/patients/identity';
import type { ConsultationListItem } from '@careloop/contracts/consultations';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { patientMarks } from '../../patients/shared/patientFacts.ts';
import classes from './ConsultationListRow.module.css';
import { ConsultationStatusBadge } from './consultationWords.tsx';

/** Fields of a consultation shown in every list. */
type Row = Pick<
  ConsultationListItem,
  'patient' | 'status' | 'requestedToName' | 'requestedToSpecialty' | 'requestedByName' | 'statusChangedAt'
>;

export interface ConsultationListRowProps {
  item: Row;
  /** Whether there is an unread answer. */
  isUnread?: boolean;
  /** Set on a page about one patient. */
  hidesPatient?: boolean;
  /** A third line. */
  more?: ReactNode;
}

/** A consultation in two lines: patient and status; then sender, recipient and date. */
export function ConsultationListRow({ item, isUnread, hidesPatient, more }: ConsultationListRowProps): ReactNode {
  const title = hidesPatient === true ? item.requestedToName : patientName(item.patient);
  const detail =
    hidesPatient === true
      ? [item.requestedToSpecialty, `From ${item.requestedByName}`].filter(Boolean).join(' · ')
      : `${item.requestedByName} → ${item.requestedToName}`;
  const marks = hidesPatient === true ? [] : patientMarks(item.patient);
  return (
    <>
      <div className={classes['line']}>
        <Text span fw={600} className={classes['name']}>
          {title}
          {marks.length > 0 && (
            <Text span fz="xs" c="dimmed">
              {' '}
              {marks.join(' · ')}
            </Text>
          )}
        </Text>
        <Group gap="xs" wrap="nowrap" flex="none">
          {isUnread === true && <StatusBadge tone="info" label="New answer" />}
          <ConsultationStatusBadge status={item.status} />
        </Group>
      </div>
      <div className={classes['line']} data-small>
        <Text span inherit c="dimmed" className={classes['name']}>
          {detail}
        </Text>
        <Text span inherit c="dimmed" flex="none">
          {item.status === 'pending' ? 'Sent' : 'Since'} {formatDate(item.statusChangedAt)}
        </Text>
      </div>
      {more !== undefined && (
        <div className={classes['line']} data-small>
          {more}
        </div>
      )}
    </>
  );
}
