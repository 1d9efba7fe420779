import type { PatientSummary } from '@careloop/contracts/patients';
import { IconArchive, IconCopy, IconHeartOff, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { patientMarks, type PatientMark } from './patientFacts.ts';
import classes from './PatientBanner.module.css';

const icons: Record<PatientMark, Icon> = {
  Deceased: IconHeartOff,
  'Inactive record': IconArchive,
  'Possible duplicate': IconCopy,
};

/** What users should know about a patient in a list or picker, as text with an icon. */
export function PatientMarks({ patient }: { patient: PatientSummary }): ReactNode {
  const marks = patientMarks(patient);
  if (marks.length === 0) return null;
  return (
    <span className={classes['marks']}>
      {marks.map((mark) => {
        const MarkIcon = icons[mark];
        return (
          <span key={mark}>
            <MarkIcon size={12} aria-hidden /> {mark}
          </span>
        );
      })}
    </span>
  );
}
