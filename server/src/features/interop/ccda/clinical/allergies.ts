import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import {
  authoredAt,
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

export const allergySection = '48765-2';

/** Kinds of allergies (SNOMED CT). */
const kinds: Partial<Record<string, { type?: string; category?: string }>> = {
  416098002: { type: 'allergy', category: 'medication' },
  419511003: { category: 'medication' },
  59037007: { type: 'intolerance', category: 'medication' },
  414285001: { type: 'allergy', category: 'food' },
  418471000: { category: 'food' },
  235719002: { type: 'intolerance', category: 'food' },
  426232007: { type: 'allergy', category: 'environment' },
  232347008: { type: 'allergy', category: 'environment' },
  419199007: { type: 'allergy' },
  418038007: {},
  420134006: {},
};

const severities: Partial<Record<string, string>> = {
  255604002: 'mild',
  371923003: 'moderate',
  6736007: 'moderate',
  371924009: 'severe',
  24484000: 'severe',
  399166001: 'severe',
};
const criticalities: Partial<Record<string, string>> = { CRITL: 'low', CRITH: 'high', CRITU: 'unable-to-assess' };
const statuses: Partial<Record<string, string>> = { 55561003: 'active', 413322009: 'resolved', 73425007: 'inactive' };

/** Observations within an allergy or reaction that have this code. */
const observationsOf = (element: Element, code: string): Element[] =>
  element.where('entryRelationship/observation', (one) => one.peek('code', 'code') === code);

export function allergyEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, [allergySection]).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) => {
      const concerns = entry
        .all('act')
        .flatMap((act) => act.all('entryRelationship/observation').map((allergy) => ({ act, allergy })));
      const alone = entry.all('observation').map((allergy) => ({ act: undefined, allergy }));
      const found = [...concerns, ...alone].filter(({ allergy }) => allergy.value('code', 'code') !== 'SEV');
      if (found.length === 0) leaveEntry(section, 'entry of the allergy section without an allergy');
      return found.flatMap(({ act, allergy }, nested) =>
        allergyEntry(section, act, allergy, `allergy-${place}-${index}-${nested}`),
      );
    }),
  );
}

function allergyEntry(section: Section, act: Element | undefined, allergy: Element, name: string): Entry[] {
  const stated = allergy.value('value', 'code');
  const kind = kinds[stated];
  const isDenied = isNegated(allergy) || isNegated(act);
  const code = substanceOf(section, allergy, kind !== undefined, isDenied);
  if (code === undefined || isNull(allergy) || isPlanned(allergy)) {
    leaveEntry(section, `allergy without ${code === undefined ? 'a substance' : 'information'}`);
    return [];
  }
  const onset = startOf(allergy, section);
  const isNone = isDenied && code['isNone'] === true;
  const severity = [...observationsOf(allergy, 'SEV'), ...(act === undefined ? [] : observationsOf(act, 'SEV'))][0];
  const criticality = observationsOf(allergy, '82606-5')[0]?.value('value', 'code') ?? '';
  const owner = act ?? allergy;
  const recorder = statedBy(allergy.all('author').length > 0 ? allergy : owner, section);
  return [
    entryOf(section.document, name, 'AllergyIntolerance', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(allergy, section, 'allergy', [code, onset]),
      clinicalStatus: { coding: [{ code: statusOf(act, allergy) }] },
      verificationStatus: verificationOf(isWithdrawn(act, allergy), isDenied && !isNone),
      type: kind?.type,
      category: kind?.category === undefined ? [] : [kind.category],
      criticality: criticalities[criticality],
      code: { text: code['text'], coding: code['coding'] },
      patient: referenceTo(section.patient),
      onsetDateTime: onset,
      recordedDate: authoredAt(allergy, section) ?? (act === undefined ? undefined : authoredAt(act, section)),
      recorder,
      reaction: [
        ...reactionsOf(section, allergy),
        ...(severity === undefined ? [] : [{ severity: severityOf(severity) }]),
      ],
      note: [...notesOf(allergy, section), ...exactSeverity(section, severity)],
    }),
  ];
}

function verificationOf(isWrong: boolean, isRefuted: boolean): Json | undefined {
  const code = isWrong ? 'entered-in-error' : isRefuted ? 'refuted' : undefined;
  return code && { coding: [{ code }] };
}

/**
 * What the patient is allergic to: the participant, or else the value if that is more than a kind of allergy. Denied without a
 * substance, it is the statement that none is known.
 */
function substanceOf(section: Section, allergy: Element, isKind: boolean, isDenied: boolean): Json | undefined {
  const [entity] = allergy
    .all('participant')
    .filter(({ attributes }) => attributes['typeCode'] === 'CSM')
    .flatMap((participant) => participant.all('participantRole/playingEntity'));
  const coded = codeOf(entity?.first('code'), section);
  if (wordsOfConcept(coded) !== '') return coded;
  const name = entity?.line('name') ?? '';
  if (name !== '') return { text: name };
  const value = codeOf(allergy.first('value'), section);
  const words = wordsOfConcept(value);
  if (isDenied && (isKind || words === '')) {
    const category = kinds[allergy.value('value', 'code')]?.category;
    const which = category === undefined || category === 'environment' ? '' : category === 'food' ? 'food ' : 'drug ';
    return { text: `No known ${which}allergies`, isNone: true };
  }
  if (words !== '' && !isKind) return value;
  const text = textOf(allergy.first('text'), section);
  return text === '' ? undefined : { text };
}

function statusOf(act: Element | undefined, allergy: Element): string {
  const stated = observationsOf(allergy, '33999-4')[0]?.value('value', 'code') ?? '';
  const status = statuses[stated];
  if (status !== undefined) return status;
  // The day itself has no place.
  if (allergy.peek('effectiveTime/high', 'value') !== '') return 'resolved';
  return act?.value('statusCode', 'code') === 'active' ? 'active' : 'unknown';
}

const severityOf = (severity: Element) => severities[severity.value('value', 'code')];

/** The severity in words, if it is none of ours. */
function exactSeverity(section: Section, severity: Element | undefined): Json[] {
  const words = wordsOfConcept(codeOf(severity?.first('value'), section));
  const isOurs = severity === undefined || words === '' || words.toLowerCase() === severityOf(severity);
  return isOurs ? [] : [{ text: `Severity: ${words}` }];
}

function reactionsOf(section: Section, allergy: Element): Json[] {
  return allergy
    .all('entryRelationship')
    .filter(({ attributes }) => attributes['typeCode'] === 'MFST')
    .flatMap((relationship) => relationship.all('observation'))
    .filter((reaction) => {
      if (isNegated(reaction)) leaveEntry(section, 'statement that a reaction did not occur');
      return !isNegated(reaction) && !isNull(reaction);
    })
    .map((reaction) => {
      const coded = codeOf(reaction.first('value'), section);
      const text = textOf(reaction.first('text'), section);
      const [severity] = observationsOf(reaction, 'SEV');
      return {
        manifestation: wordsOfConcept(coded) === '' ? (text === '' ? [] : [{ text }]) : [coded],
        severity: severity && severityOf(severity),
      };
    });
}
