import { codes } from '../codeTable.ts';

// Coded values about referrals that calls may carry and no screen of ours shows (docs/domain/referrals.md).

/** What kind of service is asked for. */
export const referralKind = codes({
  physician_consultation: 1,
  outpatient_procedure: 3,
  ancillary_service: 4,
  inpatient_procedure: 5,
  other: 100,
});

/** Why a provider was selected; `notPreferredReason` is what the wizard asks. */
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
