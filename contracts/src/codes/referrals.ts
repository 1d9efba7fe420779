import { codes } from '../codeTable.ts';

// Coded values of referrals that the API accepts but no screen shows (docs/domain/referrals.md).

/** Kind of the requested service. */
export const referralKind = codes({
  physician_consultation: 1,
  outpatient_procedure: 3,
  ancillary_service: 4,
  inpatient_procedure: 5,
  other: 100,
});

/** Why a provider was selected; the wizard uses `notPreferredReason` instead. */
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
