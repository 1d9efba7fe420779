import { patientName } from '@careloop/contracts/patients/identity';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { listPatients, type PatientSummary } from '@careloop/contracts/patients';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { recipientDetail } from '../shared/people.ts';
import { patientIdentity } from '../../patients/shared/patientFacts.ts';
import { PatientMarks } from '../../patients/shared/PatientMarks.tsx';
import { Option } from './Option.tsx';

/** A person in a filter's options. */
export interface Choice {
  id: number;
  label: string;
  option: ReactNode;
}

export const idOf = (choice: Choice): number => choice.id;
export const labelOf = (choice: Choice): string => choice.label;
export const optionOf = (choice: Choice): ReactNode => choice.option;

/** A patient in a picker, marked if deceased, inactive or possibly a duplicate. */
export function PatientOption({ patient }: { patient: PatientSummary }): ReactNode {
  return (
    <Option name={patientName(patient)} detail={patientIdentity(patient)} mark={<PatientMarks patient={patient} />} />
  );
}

export async function searchPatients(searchTerm: string, signal: AbortSignal): Promise<readonly PatientSummary[]> {
  return (await call(listPatients, { searchTerm }, { signal })).items;
}

export async function searchPatientChoices(term: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const patients = await searchPatients(term, signal);
  return patients.map((patient) => ({
    id: patient.patientId,
    label: patientName(patient),
    option: <PatientOption patient={patient} />,
  }));
}

export async function searchMemberChoices(searchTerm: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const { items } = await call(findUsers, { ...toMessages, searchTerm }, { signal });
  return items.map((user) => ({
    id: user.userId,
    label: user.fullName,
    option: <Option name={user.fullName} detail={recipientDetail(user)} />,
  }));
}
