import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry } from '../../fhir/build.ts';
import { periodOf } from '../datatypes.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import { medicationEntry } from './medications.ts';
import { planEntry } from './plan.ts';
import {
  codeOf,
  isNegated,
  isNull,
  isPlanned,
  leaveEntry,
  notesOf,
  numbersOf,
  reasonsOf,
  sectionsWith,
  startOf,
  statedBy,
  textOf,
  wordsOfConcept,
} from './statement.ts';
import type { Section } from './statement.ts';
import { quantityOf } from './values.ts';

export const immunizationSection = '11369-6';
export const procedureSection = '47519-4';

/** Immunizations given, and those that were not given, with the reason. */
export function immunizationEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, [immunizationSection]).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const given = entry.all('substanceAdministration');
      if (given.length === 0) leaveEntry(section, 'entry of the immunization section without an immunization');
      return given.flatMap((one) => immunizationEntry(section, one, `immunization-${place}-${index}`));
    }),
  );
}

const immunizationStatuses: Partial<Record<string, string>> = {
  completed: 'completed',
  aborted: 'not-done',
  cancelled: 'not-done',
  nullified: 'entered-in-error',
};

function immunizationEntry(section: Section, given: Element, name: string): Entry[] {
  if (isPlanned(given)) return medicationEntry(section, given, name, true);
  const product = given.first('consumable/manufacturedProduct');
  const material = product?.first('manufacturedMaterial');
  const stated = codeOf(material?.first('code'), section);
  const said = material?.line('name') || textOf(given.first('text'), section);
  const code = wordsOfConcept(stated) === '' ? (said === '' ? undefined : { text: said }) : stated;
  if (code === undefined || isNull(given)) {
    leaveEntry(section, `immunization without ${code === undefined ? 'a vaccine' : 'information'}`);
    return [];
  }
  const start = startOf(given, section);
  const isDenied = isNegated(given);
  const number = given.value('repeatNumber');
  return [
    entryOf(section.document, name, 'Immunization', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(given, section, 'immunization', [code, start, isDenied]),
      status: isDenied ? 'not-done' : immunizationStatuses[given.value('statusCode', 'code')],
      statusReason: isDenied ? reasonsOf(given, section)[0] : undefined,
      vaccineCode: code,
      patient: referenceTo(section.patient),
      occurrenceDateTime: start,
      lotNumber: material?.line('lotNumberText') || undefined,
      manufacturer: { display: product?.line('manufacturerOrganization/name') || undefined },
      doseQuantity: quantityOf(given.first('doseQuantity')),
      route: codeOf(given.first('routeCode'), section),
      site: codeOf(given.first('approachSiteCode'), section),
      performer: [{ actor: statedBy(given, section, 'performer') }],
      protocolApplied: /^\d+$/.test(number) ? [{ doseNumberPositiveInt: number }] : [],
      note: notesOf(given, section),
    }),
  ];
}

const statuses: Partial<Record<string, string>> = {
  completed: 'completed',
  active: 'in-progress',
  aborted: 'stopped',
  cancelled: 'not-done',
  held: 'on-hold',
  nullified: 'entered-in-error',
};

export function procedureEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, [procedureSection]).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const done = [...entry.all('procedure'), ...entry.all('observation'), ...entry.all('act')];
      if (done.length === 0) leaveEntry(section, 'entry of the procedure section without a procedure');
      return done.flatMap((one) => procedureEntry(section, one, `procedure-${place}-${index}`));
    }),
  );
}

export function procedureEntry(section: Section, done: Element, name: string): Entry[] {
  if (isPlanned(done)) return planEntry(section, done, name);
  const stated = codeOf(done.first('code'), section);
  const said = textOf(done.first('text'), section);
  const code = wordsOfConcept(stated) === '' ? (said === '' ? undefined : { text: said }) : stated;
  if (code === undefined || isNull(done)) {
    leaveEntry(section, `procedure without ${code === undefined ? 'a name' : 'information'}`);
    return [];
  }
  const period = periodOf(done.first('effectiveTime'), section.document.timeZone);
  const outcome = codeOf(done.first('value'), section);
  return [
    entryOf(section.document, name, 'Procedure', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(done, section, 'procedure', [code, period.start]),
      status: isNegated(done) ? 'not-done' : (statuses[done.value('statusCode', 'code')] ?? 'unknown'),
      code,
      subject: referenceTo(section.patient),
      performedPeriod: period,
      performer: [{ actor: statedBy(done, section, 'performer') }],
      bodySite: done
        .all('targetSiteCode')
        .map((site) => codeOf(site, section))
        .filter(Boolean),
      outcome: wordsOfConcept(outcome) === '' ? undefined : outcome,
      reasonCode: reasonsOf(done, section),
      note: notesOf(done, section),
    }),
  ];
}
