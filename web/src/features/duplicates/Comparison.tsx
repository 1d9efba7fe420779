import type { DuplicateDetail, DuplicateRecord } from '@careloop/contracts/duplicates';
import { Table, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { compareCounts, compareFacts, type ComparedRow } from './comparison.ts';
import classes from './Duplicates.module.css';

/** Two records side by side; what differs is marked. */
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
      <Rows rows={compareFacts(patients)} />
      <Table.Tbody>
        <Table.Tr>
          <Table.Th colSpan={3} scope="colgroup" className={classes['part']}>
            {survivingPatientId === null ? 'What each record holds' : 'What the record holds now, and what moved to it'}
          </Table.Th>
        </Table.Tr>
      </Table.Tbody>
      <Rows rows={compareCounts(patients)} />
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

function Rows({ rows }: { rows: readonly ComparedRow[] }): ReactNode {
  return (
    <Table.Tbody>
      {rows.map(({ label, values, isDifferent }) => (
        <Table.Tr key={label} data-different={isDifferent || undefined}>
          <Table.Th scope="row" className={classes['label']}>
            {label}
            {isDifferent && (
              <>
                <IconArrowsDiff size={14} className={classes['mark']} aria-hidden />
                <span className="visually-hidden"> (different)</span>
              </>
            )}
          </Table.Th>
          {values.map((value, index) => (
            // The two records keep their columns.
            <Table.Td key={index === 0 ? 'first' : 'second'}>{value === '' ? <NotStated /> : value}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}

function NotStated(): ReactNode {
  return (
    <Text span inherit c="dimmed">
      Not stated
    </Text>
  );
}
