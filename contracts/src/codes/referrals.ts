import type { NotPreferredReason } from '../codes.ts';
import { codes } from '../codeTable.ts';
import type { SelectionEvidence } from '../directory.ts';

// What is requested, and why this provider was selected (docs/domain/referrals.md).

/** Kind of the requested service. */
export const referralType = codes({
  physician_consultation: 1,
  outpatient_procedure: 3,
  ancillary_service: 4,
  inpatient_procedure: 5,
  other: 100,
});
export type ReferralType = keyof typeof referralType.table;
export const referralTypeLabels: Record<ReferralType, string> = {
  physician_consultation: 'Physician consultation',
  outpatient_procedure: 'Outpatient procedure',
  ancillary_service: 'Ancillary service',
  inpatient_procedure: 'Inpatient procedure',
  other: 'Other',
};

/** The type of a referral whose sender states none. */
export const defaultReferralType = referralType.table.physician_consultation;

/** Why a provider was selected. */
export const providerSelectionReason = codes({
  patient_choice: 1,
  first_available_in_network: 5,
  proximity: 10,
  payer: 20,
  assigned_through_insurance: 21,
  discharge_instructions: 30,
  physician_directed: 40,
  physician_availability: 41,
  established_physician: 50,
});
export type ProviderSelectionReason = keyof typeof providerSelectionReason.table;
export const providerSelectionReasonLabels: Record<ProviderSelectionReason, string> = {
  patient_choice: 'Patient choice',
  first_available_in_network: 'First available in network',
  proximity: 'Proximity',
  payer: 'Payer',
  assigned_through_insurance: 'Assigned through insurance',
  discharge_instructions: 'Discharge instructions',
  physician_directed: 'Physician directed',
  physician_availability: 'Physician availability',
  established_physician: 'Established physician',
};

/** The reason that is known once it is stated why a provider outside the preferred affiliations was chosen. */
export const knownSelectionReasons: Record<NotPreferredReason, ProviderSelectionReason> = {
  established_physician: 'established_physician',
  patient_preference: 'patient_choice',
  physician_directed: 'physician_directed',
};

/** The reason that the evidence for a choice stands for. */
export const evidentSelectionReasons: Record<SelectionEvidence, ProviderSelectionReason> = {
  seen: 'established_physician',
  suggested: 'physician_directed',
  payer: 'payer',
  firstInNetwork: 'first_available_in_network',
  nearest: 'proximity',
};

/** Label of a referral type by its code; empty for an unknown code. */
export function referralTypeLabel(code: number): string {
  const name = referralType.nameOf(code);
  return name === undefined ? '' : referralTypeLabels[name];
}

/** Label of a reason by its code; empty without one. */
export function selectionReasonLabel(code: number | null | undefined): string {
  const name = providerSelectionReason.nameOf(code ?? 0);
  return name === undefined ? '' : providerSelectionReasonLabels[name];
}
