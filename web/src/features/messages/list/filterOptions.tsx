import { findUsers } from '@careloop/contracts/messages/sending';
import { listPatients, type PatientSummary } from '@careloop/contracts/patients';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { recipientDetail } from '../shared/recipientText.ts';
import { patientName } from '../../patients/shared/PatientBanner.tsx';
import { patientFacts } from '../../patients/shared/patientFacts.ts';
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

/** "Born 14-Jul-1945 (81y) · MRN 1234" */
export function patientDetail(patient: PatientSummary): string {
  return `Born ${patientFacts(patient)}`;
}

export async function searchPatients(searchTerm: string, signal: AbortSignal): Promise<readonly PatientSummary[]> {
  return (await call(listPatients, { searchTerm }, { signal })).items;
}

export async function searchPatientChoices(term: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const patients = await searchPatients(term, signal);
  return patients.map((patient) => ({
    id: patient.patientId,
    label: patientName(patient),
    option: <Option name={patientName(patient)} detail={patientDetail(patient)} />,
  }));
}

export async function searchMemberChoices(searchTerm: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const { items } = await call(findUsers, { searchTerm }, { signal });
  return items.map((user) => ({
    id: user.userId,
    label: user.fullName,
    option: <Option name={user.fullName} detail={recipientDetail(user)} />,
  }));
}
