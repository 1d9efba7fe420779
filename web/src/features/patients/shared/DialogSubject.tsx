import type { PatientSummary } from '@careloop/contracts/patients';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PatientLine } from './PatientBanner.tsx';
import classes from './DialogSubject.module.css';

export interface DialogSubjectProps {
  /** The patient; both records when two are compared. */
  patient: PatientSummary | readonly PatientSummary[];
  /** The recipient; null while none is selected. */
  recipient?: string | null | undefined;
  /** Defaults to "To". */
  recipientLabel?: string;
  /** What happens on confirmation. */
  consequence?: ReactNode;
  /** Keeps the patient in view while a long form scrolls. */
  isPatientSticky?: boolean;
}

/** At the top of every dialog that changes or sends something about a patient: patient, recipient and consequence. */
export function DialogSubject(props: DialogSubjectProps): ReactNode {
  const { patient, recipient, recipientLabel = 'To', consequence, isPatientSticky = false } = props;
  const patients: readonly PatientSummary[] = 'patientId' in patient ? [patient] : patient;
  const lines = patients.map((one) => <PatientLine key={one.patientId} patient={one} />);
  return (
    <>
      {isPatientSticky && <div className={classes['sticky']}>{lines}</div>}
      <div className={classes['subject']}>
        {!isPatientSticky && lines}
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
    </>
  );
}
