import { readingImports } from '@careloop/contracts/imports';
import type { PatientOverview } from '@careloop/contracts/patients/overview';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../session/useSession.ts';
import { Callout } from '../../ui/Callout.tsx';
import classes from './PatientRecord.module.css';

interface ImportNotesProps {
  patientId: number;
  imports: PatientOverview['imports'];
}

/** Says that part of an import could not be read; administrators can open the records as they were sent. */
export function UnreadImports({ patientId, imports: { unread, unreadCount } }: ImportNotesProps): ReactNode {
  const mayRead = useSession().can(readingImports);
  if (unreadCount === 0) return null;
  const others = unreadCount - unread.length;
  return (
    <Callout
      tone="warning"
      title="Part of an import could not be read"
      action={
        mayRead && (
          <Link to="/Imports/NotRead" search={{ patientId }}>
            Show in Imports
          </Link>
        )
      }
    >
      <ul className={classes.lines}>
        {unread.map(({ kind, recordType, reason }, index) => (
          <li key={index}>
            {[kind === 'rejected' ? 'Missing' : 'Incomplete', recordType, reason].filter(Boolean).join(': ')}
          </li>
        ))}
        {others > 0 && <li>{`and ${others} more`}</li>}
      </ul>
    </Callout>
  );
}

const words: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'allergies',
  CarePlan: 'care plans',
  Device: 'devices',
  DiagnosticReport: 'reports without a document',
  Goal: 'goals',
  Immunization: 'immunizations',
  Medication: 'medications',
  MedicationAdministration: 'medications given',
  MedicationRequest: 'prescriptions',
  MedicationStatement: 'medications',
  Observation: 'results and vital signs',
  Procedure: 'procedures',
  ServiceRequest: 'orders',
};

/** Most kinds that are named here; the import lists all of them. */
const mostKinds = 8;

/** Data about the patient that senders state and the product does not keep. */
export function NotKept({ imports: { notKept } }: Pick<ImportNotesProps, 'imports'>): ReactNode {
  if (notKept.length === 0) return null;
  return (
    <Section title="Not kept from imports" heading="h2">
      {[...Map.groupBy(notKept, ({ sender }) => sender)].map(([sender, kinds]) => {
        const sum = kinds.reduce((total, { howMany }) => total + howMany, 0);
        const others = kinds.length - mostKinds;
        const named = kinds.slice(0, mostKinds).map(({ kind, howMany }) => `${howMany} ${words[kind] ?? kind}`);
        return (
          <Text key={sender} c="dimmed" fz="sm">
            {sum === 1 ? '1 entry' : `${sum} entries`} from {sender} {sum === 1 ? 'is' : 'are'} not kept:{' '}
            {named.join(', ')}
            {others > 0 && `, and ${others} more kinds`}
          </Text>
        );
      })}
    </Section>
  );
}
