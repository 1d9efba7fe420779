import { formatPhone } from '@careloop/contracts/fields';
import { genderLabels } from '@careloop/contracts/codes';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatBirth } from '../ui/dates.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Tone } from '../ui/tones.ts';

export interface PatientFlag {
  label: string;
  tone: Tone;
  icon?: ReactNode;
}

export interface PatientBannerProps {
  patient: PatientSummary;
  /** Digits; null when it is not known. Leave out where it is not loaded. */
  phone?: string | null;
  careTeamSize?: number;
  flags?: readonly PatientFlag[];
  /** Whether the name leads to the patient's page. */
  isLink?: boolean;
  /** Right of the facts: the page's actions. */
  actions?: ReactNode;
}

type Named = Pick<PatientSummary, 'firstName' | 'middleName' | 'lastName'>;

/** LAST, First M. */
export function patientName({ firstName, middleName, lastName }: Named): string {
  const middle = middleName ? ` ${middleName}` : '';
  return `${lastName.toLocaleUpperCase('en-US')}, ${firstName}${middle}`;
}

/** Who this is about: on top of everything about a patient, always in view. */
export function PatientBanner(props: PatientBannerProps): ReactNode {
  const { patient, phone, careTeamSize, flags = [], isLink = false } = props;
  const name = patientName(patient);
  return (
    <section aria-label="Patient">
      {isLink ? (
        <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }}>
          {name}
        </Link>
      ) : (
        <h1>{name}</h1>
      )}
      <span>Born {formatBirth(patient.dateOfBirth, patient.deceasedOn)}</span>{' '}
      <span>{genderLabels[patient.gender]}</span> <span>MRN {patient.mrn}</span>{' '}
      {phone !== undefined && <span>{formatPhone(phone) || 'Phone unknown'}</span>}{' '}
      {careTeamSize !== undefined && <span>Care team {careTeamSize}</span>}
      {flags.map((flag) => (
        <StatusBadge key={flag.label} {...flag} />
      ))}
      {props.actions}
    </section>
  );
}

/** Name, date of birth and MRN in one line, for dialogs that send something out. */
export function PatientLine({ patient }: { patient: PatientSummary }): ReactNode {
  return (
    <p>
      <strong>{patientName(patient)}</strong> · Born {formatBirth(patient.dateOfBirth, patient.deceasedOn)} · MRN{' '}
      {patient.mrn}
    </p>
  );
}
