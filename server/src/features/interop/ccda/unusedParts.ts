import type { ClinicalDocument } from './document.ts';
import type { Element } from './element.ts';
import { readSections } from './sections.ts';

/** Elements that identify a statement or say what kind it is, or that the document shows as text. */
const aside = new Set(
  'templateId typeId realmCode id code text title reference statusCode sequenceNumber setId versionNumber'.split(' '),
);
/** People and organizations, of whom only the name is kept. */
const parties = new Set(['author', 'performer', 'informant', 'providerOrganization']);

/**
 * What a document states as data but the product keeps only as text: the entries of sections that are not read, the parts of
 * entries that no reader asked for, and facts about the patient. Complete only after the document was read.
 */
export function unusedParts({ root, patientRole, notKept }: ClinicalDocument): Map<string, number> {
  const found = new Map<string, number>();
  const count = (name: string, howMany = 1) => {
    if (howMany > 0) found.set(name, (found.get(name) ?? 0) + howMany);
  };
  for (const kind of notKept) count(kind);
  for (const section of [...root.below()].filter(({ name }) => name === 'section')) {
    const { code = '', displayName = '' } = section.children.find(({ name }) => name === 'code')?.attributes ?? {};
    const title = section.line('title') || displayName || code || 'without a title';
    const name = `section ${title.slice(0, 80)}`;
    const entries = section.children.filter((child) => child.name === 'entry');
    if (!readSections.has(code)) count(name, entries.length);
    // An entry that is not read at all is counted by its reader.
    else for (const entry of entries) addUnread(entry, (part) => count(`${name}: ${part}`));
  }
  addUnread(patientRole, (part) => count(`patient ${part.replace(/^(?:patientRole|patient)\//, '')}`));
  return found;
}

/** Names the parts of an element that state something and that no reader asked for, each by its parent and its name. */
function addUnread(element: Element, add: (part: string) => void): void {
  if (parties.has(element.name)) return;
  for (const child of element.children) {
    if (aside.has(child.name) || isSameEnd(element, child)) continue;
    if (isReadWithin(child)) addUnread(child, add);
    else if (says(child)) add(`${element.name}/${child.name}${aboutOf(child)}`.slice(0, 200));
  }
}

/** The end of a period of which only the start has a place. If both are the same, nothing is lost. */
const isSameEnd = (period: Element, { name, attributes }: Element): boolean =>
  name === 'high' && attributes['value'] !== undefined && attributes['value'] === period.peek('low', 'value');

const isReadWithin = (element: Element): boolean => element.isRead || element.children.some(isReadWithin);

const statements = new Set('entryRelationship observation act procedure supply encounter organizer'.split(' '));

/** What a statement within another one is about. */
function aboutOf(element: Element): string {
  if (!statements.has(element.name)) return '';
  const about = [...element.below()]
    .map(({ name, attributes }) => (name === 'code' ? (attributes['displayName'] ?? attributes['code']) : undefined))
    .findLast((words) => words !== undefined && words !== '');
  return about === undefined ? '' : ` (${about.slice(0, 80)})`;
}

const stating = ['value', 'code', 'displayName', 'extension'];

function says({ attributes, text, children }: Element): boolean {
  const isStated = attributes['nullFlavor'] === undefined && stating.some((name) => (attributes[name] ?? '') !== '');
  return isStated || text.trim() !== '' || children.some(says);
}
