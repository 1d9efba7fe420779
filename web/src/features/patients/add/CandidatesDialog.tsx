import { patientName } from '@careloop/contracts/patients/identity';
import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import {
  addPatient,
  addPatientLimits,
  addPatientTexts,
  statementForm,
  type CandidateMatch,
  type PatientCandidate,
} from '@careloop/contracts/patients/add';
import { Box, Button, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatBirth } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { FoundAction } from '../find/FoundAction.tsx';
import classes from './AddPatient.module.css';
import type { NewPatient } from './newPatient.ts';

interface CandidatesDialogProps {
  wanted: NewPatient;
  candidates: readonly PatientCandidate[];
  onClose: () => void;
  /** Leaves the form for a patient on file. */
  onOpen: (patientId: number) => void;
  onAdded: (added: { patientId: number }) => void;
}

/** Compares the new patient with those on file who may be the same person. */
export function CandidatesDialog({ wanted, candidates, onClose, onOpen, onAdded }: CandidatesDialogProps): ReactNode {
  const form = useSchemaForm(statementForm, { statement: '' });
  const add = useCall(addPatient, { form, onSuccess: onAdded });
  const isMrnTaken = candidates.some(({ matches }) => matches.includes('mrn'));
  return (
    <FormDialog
      opened
      title="Is this patient already on file?"
      size="xl"
      form={form}
      onClose={onClose}
      cancelLabel="Back to the form"
      acceptLabel="Save as a new patient"
      isAcceptDisabled={isMrnTaken}
      onSubmit={({ statement }) =>
        add.submit({ ...wanted, statement, seenPatientIds: candidates.map((candidate) => candidate.patientId) })
      }
    >
      {isMrnTaken ? (
        <Callout tone="danger" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {addPatientTexts.mrnTaken} Open that patient, or go back and correct the MRN.
        </Callout>
      ) : (
        <Text fz="sm">Open the patient who is on file, or ask for access. A second record splits the chart.</Text>
      )}
      <Box className={classes['compared']} tabIndex={0} role="region" aria-label="New patient and patients on file">
        <ComparedTable wanted={wanted} candidates={candidates} onOpen={onOpen} />
      </Box>
      {!isMrnTaken && (
        <Field
          form={form}
          name="statement"
          label="Why this is a different person"
          required
          description="Kept with the new record."
        >
          {(field) => <TrimmedTextarea {...field} minRows={2} max={addPatientLimits.statement} />}
        </Field>
      )}
    </FormDialog>
  );
}

interface Row {
  label: string;
  wanted: ReactNode;
  valueOf: (candidate: PatientCandidate) => ReactNode;
  /** Matches that mark a candidate's value as the same or nearly the same. */
  same: readonly CandidateMatch[];
}

const hidden = 'Shown with access';
const genderText = (gender: keyof typeof genderLabels) => (gender === 'unknown' ? 'Not stated' : genderLabels[gender]);

function rowsOf(wanted: NewPatient): Row[] {
  const phone = wanted.cellPhone ?? wanted.homePhone;
  return [
    { label: 'Name', wanted: patientName(wanted), valueOf: (one) => patientName(one), same: ['name', 'similarName'] },
    {
      label: 'Born',
      wanted: formatBirth(wanted.dateOfBirth, null),
      valueOf: ({ patient, birthYear, matches }) => {
        if (patient !== null) return formatBirth(patient.dateOfBirth, patient.deceasedOn);
        // The user learns whether the date they typed is the same, but not another date.
        return matches.includes('birthDate') ? formatBirth(wanted.dateOfBirth, null) : (birthYear ?? 'Not stated');
      },
      same: ['birthDate', 'similarBirthDate'],
    },
    {
      label: 'Gender',
      wanted: genderText(wanted.gender),
      valueOf: ({ patient }) => (patient === null ? hidden : genderText(patient.gender)),
      same: [],
    },
    {
      label: 'MRN',
      wanted: wanted.mrn,
      valueOf: ({ patient, matches }) => (matches.includes('mrn') ? wanted.mrn : (patient?.mrn ?? hidden)),
      same: ['mrn'],
    },
    { label: 'City', wanted: wanted.city, valueOf: ({ city }) => city, same: [] },
    {
      label: 'Phone',
      wanted: formatPhone(phone),
      valueOf: ({ matches }) => (matches.includes('phone') ? 'Same number' : ''),
      same: ['phone'],
    },
    {
      label: 'SSN',
      wanted: wanted.ssn === null ? '' : 'Given',
      valueOf: ({ matches }) => (matches.includes('ssn') ? 'Same number' : ''),
      same: ['ssn'],
    },
  ];
}

/** Rows with a value for at least one of them. */
function filledRows(wanted: NewPatient, candidates: readonly PatientCandidate[]): Row[] {
  const isFilled = (value: ReactNode) => value !== null && value !== undefined && value !== '';
  return rowsOf(wanted).filter(
    (row) => isFilled(row.wanted) || candidates.some((candidate) => isFilled(row.valueOf(candidate))),
  );
}

/** Requests access without leaving the form. */
function CandidateAccess({ found }: { found: PatientCandidate }): ReactNode {
  const [isRequested, setRequested] = useState(false);
  return <FoundAction found={found} isRequested={isRequested} onRequested={() => setRequested(true)} />;
}

type ComparedProps = Pick<CandidatesDialogProps, 'wanted' | 'candidates' | 'onOpen'>;

function ComparedTable({ wanted, candidates, onOpen }: ComparedProps): ReactNode {
  return (
    <Table className={classes['table']} aria-label="Comparison">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <span className="visually-hidden">What is compared</span>
          </Table.Th>
          <Table.Th scope="col">New patient</Table.Th>
          {candidates.map(({ patientId, isStrong }) => (
            <Table.Th key={patientId} scope="col">
              {isStrong ? 'Very likely the same' : 'Possibly the same'}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {filledRows(wanted, candidates).map(({ label, wanted: typed, valueOf, same }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td>{typed}</Table.Td>
            {candidates.map((candidate) => (
              <Table.Td
                key={candidate.patientId}
                data-same={same.some((match) => candidate.matches.includes(match)) || undefined}
              >
                {valueOf(candidate)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">Action</Table.Th>
          <Table.Td />
          {candidates.map((candidate) => (
            <Table.Td key={candidate.patientId}>
              {candidate.access === 'open' ? (
                <Button size="compact-sm" variant="default" onClick={() => onOpen(candidate.patientId)}>
                  Open this patient
                </Button>
              ) : (
                <CandidateAccess found={candidate} />
              )}
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
