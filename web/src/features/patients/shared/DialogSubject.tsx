import type { PatientSummary } from '@careloop/contracts/patients';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PatientLine } from './PatientBanner.tsx';
import classes from './DialogSubject.module.css';

export interface DialogSubjectProps {
  /** Whom it is about; both records where two are compared. */
  patient: PatientSummary | readonly PatientSummary[];
  /** Who gets it or hears of it; nothing while that is not chosen yet. */
  recipient?: string | null | undefined;
  /** "To" when left out. */
  recipientLabel?: string;
  /** What happens when it is accepted. */
  consequence?: ReactNode;
}

/** On top of every dialog that changes or sends something about a patient: who, to whom, and what it leads to. */
export function DialogSubject(props: DialogSubjectProps): ReactNode {
  const { patient, recipient, recipientLabel = 'To', consequence } = props;
  const patients: readonly PatientSummary[] = 'patientId' in patient ? [patient] : patient;
  return (
    <div className={classes['subject']}>
      {patients.map((one) => (
        <PatientLine key={one.patientId} patient={one} />
      ))}
      {recipient && (
        <p className={classes['text']}>
          <Text span inherit c="dimmed">
            {recipientLabel}
          </Text>{' '}
          <strong>{recipient}</strong>
        </p>
      )}
      {consequence !== undefined && <p className={classes['text']}>{consequence}</p>}
    </div>
  );
}
