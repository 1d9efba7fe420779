import type { Allergy } from '@careloop/contracts/clinical-record';

/** An allergy that came with an imported record. */
export const penicillin: Allergy = {
  patientAllergyId: 6,
  description: 'Penicillin',
  code: '7980',
  codeSystem: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  isNoneKnown: false,
  kind: 'allergy',
  category: 'medication',
  status: 'active',
  verification: 'confirmed',
  criticality: 'high',
  severity: null,
  reactions: [{ manifestation: 'Hives', severity: 'moderate' }],
  note: null,
  onsetDate: '1998',
  onsetText: null,
  statedDate: null,
  isDisputed: false,
  statedBy: null,
  sourceSystem: 'Harbor EHR',
  enteredByName: null,
  document: null,
  isEnteredInError: false,
  version: 2,
};
