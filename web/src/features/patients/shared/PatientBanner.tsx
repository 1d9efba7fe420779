import { patientName } from '@careloop/contracts/patients/identity';
import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import type { PatientSummary } from '@careloop/contracts/patients';
import { IconHeartOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatBirth, formatLongDay } from '../../../ui/dates.ts';
import { DuplicateBadge } from '../../duplicates/shared/DuplicateBadge.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { PatientMarks } from './PatientMarks.tsx';
import classes from './PatientBanner.module.css';

export interface PatientFlag {
  label: string;
  tone: Tone;
  icon?: ReactNode;
}

export interface PatientBannerProps {
  patient: PatientSummary;
  /** Digits; null if unknown, undefined if not loaded. */
  phone?: string | null;
  careTeamSize?: number;
  flags?: readonly PatientFlag[];
  /** Whether the name links to the patient's page. */
  isLink?: boolean;
  /** `h1` on a page about the patient, `h2` inside another page. */
  heading?: 'h1' | 'h2';
  /** Right of the facts: the page's actions. */
  actions?: ReactNode;
}

/** The patient's identity, at the top of everything about a patient and always in view. */
export function PatientBanner(props: PatientBannerProps): ReactNode {
  const { patient, isLink = false, heading: Heading = 'h1', actions } = props;
  const name = patientName(patient);
  return (
    <section aria-label="Patient" className={classes['banner']}>
      <Heading className={classes['name']}>
        {isLink ? (
          <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Heading>
      <BannerFacts {...props} />
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </section>
  );
}

function BannerFacts({ patient, phone, careTeamSize, flags = [] }: PatientBannerProps): ReactNode {
  const { deceasedOn, mrnSystem } = patient;
  return (
    <ul className={classes['facts']}>
      <li>Born {formatBirth(patient.dateOfBirth, deceasedOn)}</li>
      <li>{patient.gender === 'unknown' ? 'Gender not stated' : genderLabels[patient.gender]}</li>
      <li>
        MRN <span className={classes['mrn']}>{patient.mrn}</span>
        {mrnSystem !== null && ` (${mrnSystem})`}
      </li>
      {phone !== undefined && <li>{formatPhone(phone) || 'Phone not stated'}</li>}
      {careTeamSize !== undefined && <li>Care team {careTeamSize}</li>}
      {patient.isDeceased && (
        <li>
          <StatusBadge
            tone="neutral"
            icon={<IconHeartOff size={14} aria-hidden />}
            label={deceasedOn === null ? 'Deceased' : `Deceased ${formatLongDay(deceasedOn)}`}
          />
        </li>
      )}
      {!patient.isActive && (
        <li>
          <StatusBadge tone="neutral" label="Inactive record" />
        </li>
      )}
      {patient.isPossibleDuplicate && (
        <li>
          <DuplicateBadge patientId={patient.patientId} />
        </li>
      )}
      {flags.map((flag) => (
        <li key={flag.label}>
          <StatusBadge {...flag} />
        </li>
      ))}
    </ul>
  );
}

/** Name, date of birth and MRN in one line, for dialogs that send something out. */
export function PatientLine({ patient }: { patient: PatientSummary }): ReactNode {
  return (
    <p className={classes['line']} role="group" aria-label="Patient">
      <strong>{patientName(patient)}</strong>
      <span>Born {formatBirth(patient.dateOfBirth, patient.deceasedOn)}</span>
      <span>
        MRN <span className={classes['mrn']}>{patient.mrn}</span>
        {patient.mrnSystem !== null && ` (${patient.mrnSystem})`}
      </span>
      <PatientMarks patient={patient} />
    </p>
  );
}
