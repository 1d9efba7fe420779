import { listCharts } from '@careloop/contracts/charts';
import { chartAssociationType } from '@careloop/contracts/codes';
import { searchProviders, type ProviderSearchItem } from '@careloop/contracts/directory';
import type { CallOf, OutputOf } from '@careloop/contracts/endpoint';
import { getPatientInfo, listPatients, type PatientInfo } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import type { Page } from '@playwright/test';

import { call } from './api.ts';

// Reads and sets up what journeys need beforehand, through the API as the user of a page.

/** The only patient with this name, as the user sees them. */
export async function findPatient({ request }: Page, lastName: string): Promise<PatientInfo> {
  const { items } = await call(request, listPatients, { searchTerm: lastName });
  const found = items.find((patient) => patient.lastName === lastName);
  if (found === undefined) throw new Error(`${lastName} is not among the patients of this user`);
  return await call(request, getPatientInfo, { patientId: found.patientId });
}

export async function findProvider({ request }: Page, lastName: string): Promise<ProviderSearchItem> {
  const { items } = await call(request, searchProviders, { searchTerm: lastName });
  const found = items[0];
  if (found === undefined) throw new Error(`No provider ${lastName}`);
  return found;
}

interface Referral {
  /** Last names. */
  patient: string;
  to: string;
  for: string;
  reason: string;
  /** Whether the patient's newest document is attached. */
  withDocument?: boolean;
}

/** The referral of journeys about what happens after sending. */
export const ordinaryReferral: Referral = {
  patient: 'Russo',
  to: 'Patel',
  for: 'Nguyen',
  reason: 'Palpitations at rest, please evaluate.',
};

/** Sends a routine referral. */
export async function sendReferral(
  page: Page,
  { patient, to, for: behalf, reason, withDocument = false }: Referral,
): Promise<OutputOf<typeof createReferral> & { patient: PatientInfo }> {
  const receiver = await findProvider(page, to);
  const info = await findPatient(page, patient);
  const input: CallOf<typeof createReferral> = {
    patientId: info.patientId,
    healthcareProviderId: receiver.healthcareProviderId,
    healthcareProviderAddressId: receiver.address?.addressId,
    referredByHealthcareProviderId: (await findProvider(page, behalf)).healthcareProviderId,
    referralReason: reason,
    urgencyDays: 30,
    cellPhone: info.cellPhone,
    patientCharts: withDocument ? [await newestDocument(page, info.patientId)] : [],
  };
  return { ...(await call(page.request, createReferral, input)), patient: info };
}

async function newestDocument({ request }: Page, patientId: number) {
  const { documents } = await call(request, listCharts, { patientId });
  const newest = documents[0];
  if (newest === undefined) throw new Error(`Patient ${patientId} has no documents`);
  return { patientDocumentId: newest.patientDocumentId, associationType: chartAssociationType.table.document };
}

/** The name as shown in lists and banners: LAST, First Middle. */
export function nameOf({ firstName, middleName, lastName }: PatientInfo): string {
  return `${lastName.toLocaleUpperCase('en-US')}, ${[firstName, middleName].filter(Boolean).join(' ')}`;
}
