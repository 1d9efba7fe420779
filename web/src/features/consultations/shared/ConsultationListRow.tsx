import type { ConsultationListItem } from '@careloop/contracts/consultations';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { patientName } from '../../patients/shared/PatientBanner.tsx';
import { patientMarks } from '../../patients/shared/patientFacts.ts';
import classes from './ConsultationListRow.module.css';
import { ConsultationStatusBadge } from './consultationWords.tsx';

/** What a consultation is known by in lists of all kinds. */
type Row = Pick<
  ConsultationListItem,
  'patient' | 'status' | 'requestedToName' | 'requestedToSpecialty' | 'requestedByName' | 'statusChangedAt'
>;

export interface ConsultationListRowProps {
  item: Row;
  /** There is an answer that the user has not read. */
  isUnread?: boolean;
  /** Where the page is about one patient. */
  hidesPatient?: boolean;
  /** A third line. */
  more?: ReactNode;
}

/** A consultation in two lines: who and how it stands; from whom to whom and since when. */
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
