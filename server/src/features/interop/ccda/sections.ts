import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { digestOf } from '../shared/references.ts';
import { conceptOf, identifierOf, periodOf, saidName, timeOf } from './datatypes.ts';
import { clinicalSections } from './clinical/clinical.ts';
import { isNegated, isNull, isPlanned, isWithdrawn, narrativeOf, notesOf, statedBy } from './clinical/statement.ts';
import { sectionsOf } from './document.ts';
import type { ClinicalDocument } from './document.ts';
import type { Element } from './element.ts';
import { idsOf } from './patient.ts';

const loinc = { problems: '11450-4', payers: '48768-6', status: '33999-4' };

/** Sections whose entries become rows. */
export const readSections: ReadonlySet<string> = new Set([loinc.problems, loinc.payers, ...clinicalSections]);

/** SNOMED CT codes of a problem's status. */
const statuses: Record<string, string> = { 55561003: 'active', 413322009: 'resolved', 73425007: 'inactive' };

/** SNOMED CT: problem, disease, clinical finding. Denied, they say that no problem is known. */
const anyProblem = new Set(['55607006', '64572001', '404684003']);
/** No current problems or disability (SNOMED CT). */
const noProblem = '160245001';

/** What an entry of the problem list states in place of a problem; null for a problem. */
function saidInstead(act: Element, problem: Element, code: Json | undefined): string | null {
  const stated = problem.value('value', 'code');
  const denied = isNegated(problem) || isNegated(act);
  if (stated === noProblem || (denied && (code === undefined || anyProblem.has(stated))))
    return 'statement that no problem is known';
  if (denied) return 'statement that a problem is absent';
  if (isNull(act) || isNull(problem) || isPlanned(problem)) return 'problem without information';
  return code === undefined ? 'problem without a value' : null;
}

/** The problem list. Statements that there is no problem, and problems whose value is unknown, are not problems. */
export function conditionEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  const problems = sectionsOf(document, loinc.problems).flatMap((section) => {
    const narrative = narrativeOf(section);
    const within = { document, patient, element: section, narrative };
    const concerns = section.all('entry/act');
    const others = section.all('entry').filter((entry) => entry.all('act/entryRelationship/observation').length === 0);
    document.notKept.push(...others.map(() => 'entry of the problem section without a problem'));
    return concerns.flatMap((act) => {
      const concern = { isActive: act.value('statusCode', 'code') === 'active', author: act.first('author/time') };
      return act
        .all('entryRelationship/observation')
        .map((problem) => ({ act, concern, problem, narrative, section: within }));
    });
  });
  return problems.flatMap(({ act, concern, problem, narrative, section }, index) => {
    const code = conceptOf(problem.first('value'), narrative);
    const instead = saidInstead(act, problem, code);
    if (instead !== null) document.notKept.push(instead);
    if (instead !== null || code === undefined) return [];
    const { timeZone } = document;
    const course = periodOf(problem.first('effectiveTime'), timeZone);
    const condition = entryOf(document, `condition-${index}`, 'Condition', {
      meta: { lastUpdated: document.writtenAt },
      identifier: numbersOf(problem, patient, code, course.start),
      clinicalStatus: { coding: [{ code: statusOf(concern, problem) }] },
      verificationStatus: isWithdrawn(act, problem) ? { coding: [{ code: 'entered-in-error' }] } : undefined,
      code,
      subject: referenceTo(patient),
      onsetDateTime: course.start,
      abatementDateTime: course.end,
      recordedDate: timeOf(problem.first('author/time') ?? concern.author, timeZone),
      recorder: statedBy(problem.all('author').length > 0 ? problem : act, section),
      bodySite: problem
        .all('targetSiteCode')
        .map((site) => conceptOf(site, narrative))
        .filter(Boolean),
      note: notesOf(problem, section),
    });
    return [condition];
  });
}

function statusOf(concern: { isActive: boolean }, problem: Element): string {
  const isStatus = (one: Element) => one.peek('code', 'code') === loinc.status;
  const stated = problem.where('entryRelationship/observation', isStatus)[0]?.value('value', 'code') ?? '';
  const status = lookup(statuses, stated);
  if (status !== undefined) return status;
  // An end that is unknown is an end (C-CDA R2.1, problem observation).
  const end = problem.first('effectiveTime/high')?.attributes;
  if (end?.['value'] !== undefined || end?.['nullFlavor'] === 'UNK') return 'resolved';
  return concern.isActive ? 'active' : 'unknown';
}

/** Problems without a number are known by the patient, what they are and since when, so that the next document finds them. */
function numbersOf(problem: Element, patient: Entry, code: Json, start = ''): Json[] {
  const own = idsOf(problem);
  const [owner] = patient.resource['identifier'] as { system: string; value: string }[];
  if (own.length > 0 || owner === undefined) return own;
  // A digest, because the number may be an SSN.
  return [{ system: owner.system, value: `problem/${digestOf([owner.value, code, start])}` }];
}

/** Policies of the patient's insurance. */
export function coverageEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  const policies = sectionsOf(document, loinc.payers).flatMap((section) =>
    section
      .all('entry/act/entryRelationship')
      .flatMap((one) => one.all('act').map((act) => ({ policy: act, sequence: Number(one.value('sequenceNumber')) }))),
  );
  return policies.flatMap(({ policy, sequence }, index) => {
    const payer = policy
      .all('performer/assignedEntity')
      .find((entity) => entity.value('code', 'code') === 'PAYOR')
      ?.line('representedOrganization/name');
    if (!payer) {
      document.notKept.push('policy without a payer');
      return [];
    }
    const [covering, holding] = ['COV', 'HLD'].map((kind) =>
      policy.all('participant').find(({ attributes }) => attributes['typeCode'] === kind),
    );
    const covered = covering?.first('participantRole');
    const coverage = entryOf(document, `coverage-${index}`, 'Coverage', {
      meta: { lastUpdated: document.writtenAt },
      identifier: policyNumbers(policy, covered),
      status: isWithdrawn(policy) ? 'entered-in-error' : 'active',
      type: conceptOf(policy.first('code')),
      subscriberId: covered?.value('id', 'extension') || undefined,
      subscriber: { display: saidName(holding?.first('participantRole/playingEntity/name')) || undefined },
      relationship: conceptOf(covered?.first('code')),
      beneficiary: referenceTo(patient),
      period: periodOf(covering?.first('time'), document.timeZone),
      order: sequence > 0 ? sequence : undefined,
      payor: [{ display: payer }],
    });
    return [coverage];
  });
}

function policyNumbers(policy: Element, covered: Element | undefined): Json[] {
  const own = idsOf(policy);
  const member = identifierOf(covered?.first('id'));
  return own.length > 0 || member === undefined ? own : [member];
}
