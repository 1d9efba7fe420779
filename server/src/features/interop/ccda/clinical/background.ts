import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import { saidName, timeOf } from '../datatypes.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import {
  codeOf,
  isNegated,
  isNull,
  isPlanned,
  isWithdrawn,
  leaveEntry,
  notesOf,
  numbersOf,
  sectionsWith,
  startOf,
  statedBy,
  textOf,
  wordsOfConcept,
} from './statement.ts';
import type { Section } from './statement.ts';
import { procedureEntry } from './procedures.ts';
import { quantityOf } from './values.ts';

export const familySection = '10157-6';
export const deviceSection = '46264-8';

/** SNOMED CT: age at onset; dead. */
const ageAtOnset = '445518008';
const dead = '419099009';

/** An organizer for each relative, with the relative's conditions. */
export function familyEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, [familySection]).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const organizers = entry.all('organizer');
      if (organizers.length === 0) leaveEntry(section, 'entry of the family history without a relative');
      return organizers.map((organizer) => relativeEntry(section, organizer, `family-${place}-${index}`));
    }),
  );
}

function relativeEntry(section: Section, organizer: Element, name: string): Entry {
  const relative = organizer.first('subject/relatedSubject');
  const person = relative?.first('subject');
  const relationship = codeOf(relative?.first('code'), section);
  const conditions = organizer
    .all('component/observation')
    .filter((observation) => !isWithdrawn(observation))
    .flatMap((observation) => conditionOf(section, observation));
  const isDead = person?.value('deceasedInd') === 'true' || conditions.some(({ isDeath }) => isDeath);
  const { timeZone, writtenAt } = section.document;
  return entryOf(section.document, name, 'FamilyMemberHistory', {
    meta: { lastUpdated: writtenAt },
    identifier: numbersOf(organizer, section, 'relative', [relationship, conditions]),
    status: isWithdrawn(organizer) ? 'entered-in-error' : 'completed',
    patient: referenceTo(section.patient),
    name: saidName(person?.first('name')) || undefined,
    relationship,
    sex: codeOf(person?.first('administrativeGenderCode'), section),
    bornDate: timeOf(person?.first('birthTime'), timeZone)?.slice(0, 10),
    deceasedBoolean: isDead || undefined,
    deceasedDate: timeOf(person?.first('deceasedTime'), timeZone),
    condition: conditions.map(({ condition }) => condition),
    note: notesOf(organizer, section),
  });
}

function conditionOf(section: Section, observation: Element): { condition: Json; isDeath: boolean }[] {
  const value = codeOf(observation.first('value'), section);
  const text = textOf(observation.first('text'), section);
  const code = wordsOfConcept(value) === '' ? (text === '' ? undefined : { text }) : value;
  if (code === undefined || isNull(observation) || isPlanned(observation)) {
    leaveEntry(section, 'family history without a condition');
    return [];
  }
  const isDenied = isNegated(observation);
  const detailsWith = (part: 'code' | 'value', code: string) =>
    observation.where('entryRelationship/observation', (one) => one.peek(part, 'code') === code);
  const age = detailsWith('code', ageAtOnset)[0]?.first('value');
  const isDeath = detailsWith('value', dead).map((one) => one.first('value')).length > 0;
  return [
    {
      isDeath: isDeath && !isDenied,
      condition: {
        // Without its code, which is that of the opposite.
        code: isDenied ? { text: `No ${wordsOfConcept(code)}` } : code,
        onsetAge: quantityOf(age),
        onsetString: age === undefined ? startOf(observation, section) : undefined,
        contributedToDeath: (isDeath && !isDenied) || undefined,
        note: notesOf(observation, section),
      },
    },
  ];
}

/** Devices supplied, implanted or used; a procedure without a device is a procedure. */
export function deviceEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, [deviceSection]).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const within = entry.all('organizer/component');
      const items = [entry, ...within].flatMap((one) => [...one.all('supply'), ...one.all('procedure')]);
      if (items.length === 0) leaveEntry(section, 'entry of the equipment section without a device');
      return items.flatMap((item, nested) => deviceEntry(section, item, `device-${place}-${index}-${nested}`));
    }),
  );
}

function deviceEntry(section: Section, item: Element, name: string): Entry[] {
  const [role] = item
    .all('participant')
    .filter(({ attributes }) => ['DEV', 'PRD'].includes(attributes['typeCode'] ?? ''))
    .flatMap((participant) => participant.all('participantRole'));
  const code = codeOf(role?.first('playingDevice/code'), section);
  if (role === undefined || wordsOfConcept(code) === '' || isNull(item)) {
    if (item.name === 'procedure') return procedureEntry(section, item, name);
    leaveEntry(section, 'device without a name');
    return [];
  }
  const number = role.value('id', 'extension');
  const start = startOf(item, section);
  const state = item.value('statusCode', 'code');
  return [
    entryOf(section.document, name, 'Device', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(item, section, 'device', [code, number, start]),
      status: isNegated(item)
        ? 'not present'
        : state === 'nullified'
          ? 'entered-in-error'
          : isPlanned(item)
            ? 'planned'
            : state || undefined,
      type: code,
      modelNumber: role.line('playingDevice/manufacturerModelName') || undefined,
      manufacturer: role.line('scopingEntity/desc') || undefined,
      udiCarrier: number === '' ? [] : [{ carrierHRF: number }],
      recordedOn: start ?? timeOf(item.first('effectiveTime/high'), section.document.timeZone),
      patient: referenceTo(section.patient),
      owner: statedBy(item, section, 'performer'),
      note: notesOf(item, section),
    }),
  ];
}
