import type { DuplicateDetail, DuplicateRecord } from '@careloop/contracts/duplicates';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { compareCounts, compareFacts } from './comparison.ts';
import classes from './Duplicates.module.css';
import { ComparedRows } from './SideBySide.tsx';

/** Two records side by side, with differences marked. */
export function Comparison({ pair }: { pair: DuplicateDetail }): ReactNode {
  const { patients, survivingPatientId } = pair;
  return (
    <Table className={classes['comparison']} layout="fixed" aria-label="Comparison of the two records">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['label']}>
            <span className="visually-hidden">What is compared</span>
          </Table.Th>
          {patients.map((patient) => (
            <Table.Th key={patient.patientId} scope="col">
              <RecordHead patient={patient} survivingPatientId={survivingPatientId} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <ComparedRows rows={compareFacts(patients)} />
      <Table.Tbody>
        <Table.Tr>
          <Table.Th colSpan={3} scope="colgroup" className={classes['part']}>
            {survivingPatientId === null ? 'What each record holds' : 'What the record holds now, and what moved to it'}
          </Table.Th>
        </Table.Tr>
      </Table.Tbody>
      <ComparedRows rows={compareCounts(patients)} />
    </Table>
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
