import { patientName } from '@careloop/contracts/patients/identity';
import type { DuplicateDetail, DuplicateRecord } from '@careloop/contracts/duplicates';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { compareCounts, compareFacts } from './comparison.ts';
import classes from './Duplicates.module.css';
import { ComparedRows, SideBySide } from './SideBySide.tsx';

/** Two records side by side, with differences marked. */
export function Comparison({ pair }: { pair: DuplicateDetail }): ReactNode {
  const { patients, survivingPatientId } = pair;
  return (
    <SideBySide
      label="Comparison of the two records"
      heads={patients.map((patient) => (
        <RecordHead key={patient.patientId} patient={patient} survivingPatientId={survivingPatientId} />
      ))}
      rows={compareFacts(patients)}
    >
      <Table.Tbody>
        <Table.Tr>
          <Table.Th colSpan={3} scope="colgroup" className={classes['part']}>
            {survivingPatientId === null ? 'What each record holds' : 'What the record holds now, and what moved to it'}
          </Table.Th>
        </Table.Tr>
      </Table.Tbody>
      <ComparedRows rows={compareCounts(patients)} />
    </SideBySide>
  );
}

interface RecordHeadProps {
  patient: DuplicateRecord;
  survivingPatientId: number | null;
}

function RecordHead({ patient, survivingPatientId }: RecordHeadProps): ReactNode {
  const isMerged = survivingPatientId !== null && patient.patientId !== survivingPatientId;
  const isSurvivor = patient.patientId === survivingPatientId;
  return (
    <div className={classes['head']}>
      {isMerged ? (
        <span>{patientName(patient)}</span>
      ) : (
        <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }}>
          {patientName(patient)}
        </Link>
      )}
      {isSurvivor && <StatusBadge tone="success" label="Kept" />}
      {isMerged && <StatusBadge tone="inactive" label="Merged" />}
      {!patient.isActive && <StatusBadge tone="neutral" label="Inactive record" />}
    </div>
  );
}
