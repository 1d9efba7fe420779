import type { ClinicalDocument } from './document.ts';
import type { Element } from './element.ts';
import { readSections } from './sections.ts';

/**
 * What a document states as data but the product keeps only as text: the entries of sections that are not read, and facts about the
 * patient. Complete only after the document was read.
 */
export function unusedParts({ root, patientRole, notKept }: ClinicalDocument): Map<string, number> {
  const found = new Map<string, number>();
  const count = (name: string, howMany: number) => {
    if (howMany > 0) found.set(name, (found.get(name) ?? 0) + howMany);
  };
  for (const kind of notKept) count(kind, 1);
  for (const section of [...root.below()].filter(({ name }) => name === 'section')) {
    const { code = '', displayName = '' } = section.first('code')?.attributes ?? {};
    const title = section.line('title') || displayName || code || 'without a title';
    if (!readSections.has(code)) count(`section ${title.slice(0, 80)}`, section.all('entry').length);
  }
  for (const fact of [...patientRole.children, ...(patientRole.first('patient')?.children ?? [])])
    if (!fact.isRead && says(fact)) count(`patient ${fact.name}`, 1);
  return found;
}

const says = ({ attributes, text }: Element): boolean =>
  attributes['nullFlavor'] === undefined && (text.trim() !== '' || Object.keys(attributes).length > 0);
