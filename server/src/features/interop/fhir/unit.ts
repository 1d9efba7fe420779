import { mapAppointment } from './appointment.ts';
import { mapCareTeam } from './careTeam.ts';
import { mapAllergy } from './clinical/allergy.ts';
import { mapDevice, mapFamilyHistory } from './clinical/background.ts';
import { KnownConcepts, unusedMedications } from './clinical/concepts.ts';
import { mapImmunization } from './clinical/immunization.ts';
import { mapMedicationRequest, mapMedicationStatement } from './clinical/medication.ts';
import { mapObservation } from './clinical/observation.ts';
import { mapCarePlan, mapGoal } from './clinical/plan.ts';
import { mapProcedure } from './clinical/procedure.ts';
import { hasResults, mapReport } from './clinical/report.ts';
import { mapClaim } from './claims.ts';
import { mapCondition } from './condition.ts';
import { mapCoverage } from './coverage.ts';
import { hasPresentedForm, mapDiagnosticReport, mapDocumentReference } from './document.ts';
import { mapAll } from './draft.ts';
import type { Draft } from './draft.ts';
import { mapEncounter } from './encounter.ts';
import { mapLocation } from './location.ts';
import { mapOrganization } from './organization.ts';
import { mapPatient } from './patient.ts';
import { mapPractitioner } from './practitioner.ts';
import { mapPractitionerRole } from './practitionerRole.ts';

import { partsOf } from '../shared/references.ts';

import type { ClinicalDraft } from './clinical/draft.ts';
import type { Concepts } from './clinical/values.ts';
import type { Key, Naming, Ref } from '../shared/references.ts';
import type { KeptType, Problem, SourceResource } from './source.ts';

/** All records of a unit, mapped; rejected ones are in `problems`. */
export type Drafts = ReturnType<typeof mapUnit>;

/** @param known medications of earlier units of the same import */
export function mapUnit(resources: readonly SourceResource[], naming: Naming, known?: Concepts) {
  const problems: Problem[] = [];
  const byType = Map.groupBy(resources, ({ type }) => type);
  const map = <Draft>(type: KeptType, mapOne: (source: SourceResource, naming: Naming) => Draft): Draft[] => {
    const mapped = mapAll(byType.get(type) ?? [], (source) => mapOne(source, naming));
    problems.push(...mapped.problems);
    return mapped.drafts;
  };
  const medications = new KnownConcepts(known);
  medications.add(byType.get('Medication') ?? [], 'Medication', naming);
  const concepts = new KnownConcepts(medications);
  concepts.add(byType.get('Specimen') ?? [], 'Specimen', naming);
  const clinical = (
    type: KeptType,
    mapOne: (source: SourceResource, naming: Naming, concepts: Concepts) => ClinicalDraft,
  ) => map(type, (source) => mapOne(source, naming, concepts));
  const allReports = byType.get('DiagnosticReport') ?? [];
  const reports = allReports.filter(hasPresentedForm);
  const panels = mapAll(allReports.filter(hasResults), (source) => mapReport(source, naming, concepts));
  // After the panels, because reading a report again counts again what is not kept of it.
  const mappedReports = mapAll(reports, (source) => mapDiagnosticReport(source, naming));
  const drafts = {
    organizations: map('Organization', mapOrganization),
    locations: map('Location', mapLocation),
    practitioners: map('Practitioner', mapPractitioner),
    roles: map('PractitionerRole', mapPractitionerRole),
    patients: map('Patient', mapPatient),
    encounters: map('Encounter', mapEncounter),
    conditions: map('Condition', mapCondition),
    coverages: map('Coverage', mapCoverage),
    appointments: map('Appointment', mapAppointment),
    careTeams: map('CareTeam', mapCareTeam),
    documents: [...map('DocumentReference', mapDocumentReference), ...mappedReports.drafts],
    clinical: [
      ...clinical('MedicationRequest', mapMedicationRequest),
      ...clinical('MedicationStatement', mapMedicationStatement),
      ...clinical('AllergyIntolerance', mapAllergy),
      ...clinical('Observation', mapObservation),
      ...panels.drafts,
      ...clinical('Immunization', mapImmunization),
      ...clinical('Procedure', mapProcedure),
      ...clinical('CarePlan', mapCarePlan),
      ...clinical('Goal', mapGoal),
      ...clinical('FamilyMemberHistory', mapFamilyHistory),
      ...clinical('Device', mapDevice),
    ],
    claims: [...map('Claim', mapClaim), ...map('ExplanationOfBenefit', mapClaim)].filter((claim) => claim !== null),
    binaries: binariesOf(byType.get('Binary') ?? [], naming),
    /** Resources that are imported only in part, or not at all. */
    inPart: {
      'Claim: all but the payer': byType.get('Claim')?.length ?? 0,
      'ExplanationOfBenefit: all but the payer': byType.get('ExplanationOfBenefit')?.length ?? 0,
      [unusedMedications]: medications.countUnused(),
    },
  };
  return { ...drafts, problems: [...problems, ...panels.problems, ...mappedReports.problems] };
}

/** The base64 content of Binary resources, which attachments refer to. */
function binariesOf(sources: readonly SourceResource[], naming: Naming): Map<Key, string> {
  const binaries = new Map<Key, string>();
  for (const source of sources) {
    const { data } = source.json;
    if (typeof data === 'string') for (const key of naming.keysOf(source)) binaries.set(key, data);
  }
  return binaries;
}

/** Every key that the drafts have or refer to. */
export function namesIn(drafts: Drafts): Key[] {
  const { organizations, locations, practitioners, roles, patients } = drafts;
  const own = [organizations, locations, practitioners, roles, patients].flat().flatMap(({ keys }) => keys);
  return [...own, ...refsIn(drafts).flatMap(({ candidates }) => candidates)];
}

/** All records with keys of their own; claims and Binary resources have none. */
export function recordsIn(drafts: Drafts): Draft[] {
  const { claims: _claims, binaries: _binaries, inPart: _inPart, problems: _problems, ...records } = drafts;
  return Object.values<Draft[]>(records).flat();
}

/** Records of the directory, which all clients share. */
export const directoryDrafts = ({ organizations, practitioners, roles }: Drafts): Draft[] => [
  ...organizations,
  ...practitioners,
  ...roles,
];

/** Whether a name is that of a record that is found by its keys. */
const isRefToRow = (name: Ref | string): name is Ref =>
  typeof name !== 'string' && !name.candidates.some((key) => partsOf(key).type === 'Condition');

function refsIn({
  patients,
  roles,
  encounters,
  conditions,
  coverages,
  appointments,
  careTeams,
  documents,
  clinical,
  claims,
}: Drafts): Ref[] {
  return [
    ...patients.flatMap(({ pcp, replacedBy, replaces }) => [pcp, replacedBy, ...replaces]),
    ...roles.flatMap((draft) => [draft.practitioner, draft.organization, ...draft.locations]),
    ...encounters.flatMap((draft) => [
      draft.patient,
      ...draft.locations,
      ...draft.providers.map(({ provider }) => provider),
    ]),
    ...coverages.flatMap((draft) => [draft.patient, draft.payer]),
    ...careTeams.flatMap((draft) => [draft.patient, ...draft.participants.map(({ provider }) => provider)]),
    ...appointments.flatMap((draft) => [draft.patient, draft.provider, draft.location]),
    ...[...conditions, ...documents, ...clinical, ...claims].map((draft) => draft.patient),
    ...[...conditions, ...clinical].flatMap(({ named }) => named.flatMap(({ names }) => names).filter(isRefToRow)),
  ].filter((ref) => ref !== null);
}
