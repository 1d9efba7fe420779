import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import type { Element } from '../element.ts';
import { planEntry } from './plan.ts';
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
import { rangesOf, valueOf } from './values.ts';
import type { ClinicalDocument } from '../document.ts';

/** Sections of results, and the category of what they state. */
export const resultSections: Readonly<Record<string, string>> = {
  '30954-2': 'laboratory',
  '8716-3': 'vital-signs',
  '29762-2': 'social-history',
};

const statuses: Partial<Record<string, string>> = {
  completed: 'final',
  active: 'preliminary',
  held: 'registered',
  new: 'registered',
  aborted: 'cancelled',
  cancelled: 'cancelled',
  nullified: 'entered-in-error',
};

const statusOf = (element: Element) => statuses[element.value('statusCode', 'code')] ?? 'unknown';

/** Results, vital signs and social history: a panel for each organizer, with its observations as members. */
export function resultEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return Object.entries(resultSections).flatMap(([code, category]) =>
    sectionsWith(document, patient, [code]).flatMap((section, index) =>
      sectionEntries(section, `${code}-${index}`, category),
    ),
  );
}

function sectionEntries(section: Section, name: string, category: string): Entry[] {
  return section.element.all('entry').flatMap((entry, index) => {
    const [organizer] = entry.all('organizer');
    const own = `${name}-${index}`;
    if (organizer !== undefined) return organizerEntries(section, organizer, own, category);
    const observations = entry.all('observation');
    if (observations.length === 0) leaveEntry(section, 'entry of a section of results without a result');
    return observations.flatMap((observation) => observationEntries(section, observation, own, { category }));
  });
}

function organizerEntries(section: Section, organizer: Element, name: string, category: string): Entry[] {
  const components = organizer.all('component');
  const start = startOf(organizer, section);
  const observations = components.flatMap((component) => component.all('observation'));
  const others = components.flatMap(({ children }) =>
    children.filter((child) => !['observation', 'procedure', 'sequenceNumber'].includes(child.name)),
  );
  section.document.notKept.push(...others.map((child) => `${child.name} within a panel of results`));
  const specimen =
    specimenOf(organizer) ??
    components
      .flatMap((component) => component.all('procedure'))
      .map(specimenOf)
      .find(Boolean);
  const members = observations.flatMap((observation, index) =>
    observationEntries(section, observation, `${name}-${index}`, { category, start, specimen, by: organizer }),
  );
  const code = codeOf(organizer.first('code'), section);
  const isNamed = wordsOfConcept(code) !== '';
  if (members.length === 0 && !isNamed) return [];
  const panel = entryOf(section.document, `panel-${name}`, 'Observation', {
    meta: { lastUpdated: section.document.writtenAt },
    identifier: numbersOf(organizer, section, 'panel', [
      code,
      start,
      members.map(({ resource }) => resource['identifier']),
    ]),
    status: statusOf(organizer),
    category: [{ coding: [{ code: category }] }],
    code: isNamed ? code : undefined,
    subject: referenceTo(section.patient),
    effectiveDateTime: start ?? members.map(({ resource }) => resource['effectiveDateTime']).find(Boolean),
    performer: [statedBy(organizer, section, 'performer')],
    note: notesOf(organizer, section),
    hasMember: members.filter(({ resource }) => resource.resourceType === 'Observation').map(referenceTo),
  });
  return [...members, panel];
}

interface Inherited {
  category: string;
  start?: string | undefined;
  specimen?: string | undefined;
  /** The panel, whose performer is that of its members. */
  by?: Element;
}

/** What is observed. An assertion states only what was found. */
function nameOf(section: Section, observation: Element): Json | undefined {
  const isAssertion = observation.value('code', 'code') === 'ASSERTION';
  return isAssertion ? { text: 'Finding' } : codeOf(observation.first('code'), section);
}

function observationEntries(section: Section, observation: Element, name: string, inherited: Inherited): Entry[] {
  if (isPlanned(observation)) return planEntry(section, observation, `planned-${name}`);
  const code = nameOf(section, observation);
  const value = valueOf(observation, section);
  const text = textOf(observation.first('text'), section);
  const isNamed = wordsOfConcept(code) !== '';
  const isEmpty = !isNamed && Object.keys(value).length === 0 && text === '';
  if (isEmpty || isNull(observation)) {
    leaveEntry(section, isEmpty ? 'result without a name and a value' : 'result without information');
    return [];
  }
  const start = startOf(observation, section) ?? inherited.start;
  const details = observation
    .all('entryRelationship/observation')
    .map((detail) => detailText(detail, section))
    .filter((detail) => detail !== '');
  const isDenied = isNegated(observation);
  const hasOwn = observation.all('author').length + observation.all('performer').length > 0;
  const resource = {
    meta: { lastUpdated: section.document.writtenAt },
    identifier: numbersOf(observation, section, 'result', [code, start, value]),
    status: isDenied
      ? 'cancelled'
      : statusOf(isWithdrawn(inherited.by) && inherited.by !== undefined ? inherited.by : observation),
    category: [{ coding: [{ code: inherited.category }] }],
    code: isNamed ? code : text === '' ? undefined : { text },
    subject: referenceTo(section.patient),
    effectiveDateTime: start,
    ...value,
    ...(isDenied && { dataAbsentReason: { text: 'Not done' } }),
    interpretation: observation
      .all('interpretationCode')
      .map((item) => codeOf(item, section))
      .filter(Boolean),
    referenceRange: rangesOf(observation, section),
    performer: [statedBy(hasOwn ? observation : (inherited.by ?? observation), section, 'performer')],
    method: codeOf(observation.first('methodCode'), section),
    bodySite: codeOf(observation.first('targetSiteCode'), section),
    specimen: { display: specimenOf(observation) ?? inherited.specimen },
    note: [...notesOf(observation, section), ...details.map((detail) => ({ text: detail }))],
  };
  return [entryOf(section.document, `result-${name}`, 'Observation', resource)];
}

/** What an observation states about a result, such as its priority. */
function detailText(detail: Element, section: Section): string {
  const { value = '', unit = '' } = detail.first('value')?.attributes ?? {};
  const words = wordsOfConcept(codeOf(detail.first('value'), section)) || textOf(detail.first('value'), section);
  const stated = words || [value, unit].filter(Boolean).join(' ');
  const about = wordsOfConcept(codeOf(detail.first('code'), section));
  return [isNegated(detail) ? `Not ${about}` : about, stated]
    .filter((part) => part !== '' && part !== 'ASSERTION')
    .join(': ');
}

const specimenOf = (element: Element): string | undefined => {
  const [playing] = element.all('specimen/specimenRole/specimenPlayingEntity');
  return playing?.value('code', 'displayName') || playing?.line('name') || playing?.line('desc') || undefined;
};
