import type { SourceResource } from './source.ts';

/** Types that only earlier releases have. */
const ofDstu2 = new Set(['MedicationOrder', 'DiagnosticOrder', 'DeviceUseRequest', 'Order', 'OrderResponse']);
const ofStu3 = new Set([
  'ReferralRequest',
  'EligibilityRequest',
  'EligibilityResponse',
  'ProcedureRequest',
  'ProcessRequest',
]);

/** The release before R4 in whose form a resource is written; null if nothing shows one. Read as R4, it would be misread. */
export function earlierRelease({ type, json }: SourceResource): 'DSTU2' | 'STU3' | null {
  if (ofDstu2.has(type)) return 'DSTU2';
  if (ofStu3.has(type)) return 'STU3';
  const has = (part: string) => json[part] !== undefined;
  const isText = (part: string) => typeof json[part] === 'string';
  switch (type) {
    case 'Condition':
      if (!isText('clinicalStatus') && !isText('verificationStatus')) return null;
      return has('patient') ? 'DSTU2' : 'STU3';
    case 'Encounter':
      return isText('class') ? 'DSTU2' : null;
    case 'Patient':
      return has('careProvider') ? 'DSTU2' : has('animal') ? 'STU3' : null;
    case 'Practitioner':
      return has('practitionerRole') || (has('name') && !Array.isArray(json['name'])) ? 'DSTU2' : null;
    case 'Coverage':
      return has('issuer') || has('bin') ? 'DSTU2' : has('grouping') ? 'STU3' : null;
    case 'AllergyIntolerance':
      return has('substance') ? 'DSTU2' : isText('clinicalStatus') ? 'STU3' : null;
    case 'DocumentReference':
      return has('indexed') || has('class') ? 'STU3' : null;
    // Read as R4, what was not given, done or taken would be.
    case 'Immunization':
      return has('wasNotGiven') ? 'DSTU2' : has('notGiven') ? 'STU3' : null;
    case 'Procedure':
      return has('notPerformed') ? 'DSTU2' : has('notDone') ? 'STU3' : null;
    case 'MedicationStatement':
      return has('wasNotTaken') ? 'DSTU2' : has('taken') ? 'STU3' : null;
    default:
      return null;
  }
}
