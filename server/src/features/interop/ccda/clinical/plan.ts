import { entryOf, referenceTo } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import { periodOf } from '../datatypes.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import {
  authoredAt,
  codeOf,
  isNegated,
  isNull,
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
import { medicationEntry } from './medications.ts';
import { valueOf } from './values.ts';

export const planSections = ['18776-5', '61146-7'] as const;

const planned: Partial<Record<string, string>> = {
  observation: 'Planned test',
  procedure: 'Planned procedure',
  encounter: 'Planned encounter',
  act: 'Planned activity',
  supply: 'Planned supply',
};

const statuses: Partial<Record<string, string>> = {
  active: 'active',
  new: 'draft',
  held: 'on-hold',
  suspended: 'on-hold',
  completed: 'completed',
  aborted: 'revoked',
  cancelled: 'revoked',
  nullified: 'entered-in-error',
};

/** What is planned, a plan for each, and goals. */
export function planEntries(document: ClinicalDocument, patient: Entry): Entry[] {
  return sectionsWith(document, patient, planSections).flatMap((section, place) =>
    section.element.all('entry').flatMap((entry, index) =>
      entry.children.flatMap((item, nested) => {
        const name = `plan-${place}-${index}-${nested}`;
        if (item.name === 'substanceAdministration') return medicationEntry(section, item, name, true);
        return planEntry(section, item, name);
      }),
    ),
  );
}

/** A goal, or anything else that is planned. */
export function planEntry(section: Section, item: Element, name: string): Entry[] {
  if (item.attributes['moodCode'] === 'GOL') return goalEntry(section, item, name);
  const kind = planned[item.name];
  const code = codeOf(item.first('code'), section);
  const text = textOf(item.first('text'), section);
  const title = wordsOfConcept(code) || text;
  if (kind === undefined || title === '' || isNull(item)) {
    if (item.name !== 'templateId')
      leaveEntry(
        section,
        kind === undefined
          ? `${item.name} in a plan`
          : `planned activity without ${title === '' ? 'a name' : 'information'}`,
      );
    return [];
  }
  const reasons = reasonsOf(item, section).map(wordsOfConcept);
  const period = periodOf(item.first('effectiveTime'), section.document.timeZone);
  return [
    entryOf(section.document, name, 'CarePlan', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(item, section, 'plan', [title, period.start]),
      status: statuses[item.value('statusCode', 'code')] ?? 'unknown',
      category: [code, { text: kind }].filter((item) => wordsOfConcept(item) !== ''),
      description:
        [text === title ? '' : text, reasons.length === 0 ? '' : `Reason: ${reasons.join(', ')}`]
          .filter(Boolean)
          .join('\n') || undefined,
      title: isNegated(item)
        ? `Not to be done: ${title}`.slice(0, 1000)
        : wordsOfConcept(code) === ''
          ? title.slice(0, 1000)
          : undefined,
      subject: referenceTo(section.patient),
      period,
      created: authoredAt(item, section),
      author: statedBy(item, section),
      note: notesOf(item, section),
    }),
  ];
}

const goalStatuses: Partial<Record<string, string>> = {
  active: 'active',
  new: 'proposed',
  completed: 'completed',
  suspended: 'on-hold',
  held: 'on-hold',
  aborted: 'cancelled',
  cancelled: 'cancelled',
  nullified: 'entered-in-error',
};

/** A goal: its value in words, or else what is to be measured, with the value as its target. */
function goalEntry(section: Section, goal: Element, name: string): Entry[] {
  const code = codeOf(goal.first('code'), section);
  const { valueString, valueCodeableConcept, valueQuantity, valueRange } = valueOf(goal, section);
  const said =
    typeof valueString === 'string' && valueString !== ''
      ? { text: valueString }
      : (valueCodeableConcept as Json | undefined);
  const text = textOf(goal.first('text'), section);
  const measure = wordsOfConcept(code) === '' ? (text === '' ? undefined : { text }) : code;
  const stated = isNull(goal) ? undefined : (said ?? measure);
  const description =
    isNegated(goal) && stated !== undefined ? { text: `Not a goal: ${wordsOfConcept(stated)}` } : stated;
  if (description === undefined) {
    leaveEntry(section, 'goal without a name');
    return [];
  }
  const start = startOf(goal, section);
  return [
    entryOf(section.document, name, 'Goal', {
      meta: { lastUpdated: section.document.writtenAt },
      identifier: numbersOf(goal, section, 'goal', [description, start]),
      lifecycleStatus: goalStatuses[goal.value('statusCode', 'code')],
      category: said === undefined || measure === undefined ? [] : [measure],
      description,
      subject: referenceTo(section.patient),
      startDate: start?.slice(0, 10),
      target: [
        {
          detailQuantity: valueQuantity,
          detailRange: valueRange,
          dueDate: periodOf(goal.first('effectiveTime'), section.document.timeZone).end,
        },
      ],
      expressedBy: statedBy(goal, section),
      note: notesOf(goal, section),
    }),
  ];
}
