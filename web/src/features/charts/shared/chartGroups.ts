import type { PatientDocument } from '@careloop/contracts/charts';
import { encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { formatDate } from '../../../ui/dates.ts';

/** How a chart tree is grouped (docs/domain/charts.md). */
export const chartViews = [
  { value: 'visit', label: 'Visit' },
  { value: 'date', label: 'Date' },
  { value: 'type', label: 'Chart Type' },
] as const;
export type ChartView = (typeof chartViews)[number]['value'];

/** One parent of the chart tree with the documents below it. */
export interface ChartGroup {
  key: string;
  label: string;
  documents: PatientDocument[];
}

const withoutVisit = 'No visit';

function encounterTypeLabel(type: string | null): string {
  if (type === null) return 'Visit';
  return encounterTypeLabels[type as EncounterType] ?? type;
}

/** Whether it is superseded, type and author of a document, for below its name; a type the name begins with is not said twice. */
export function documentDetail(document: PatientDocument): string {
  const isNamed = document.documentName.startsWith(document.documentTypeName);
  const parts = [document.isSuperseded && 'Superseded', !isNamed && document.documentTypeName, sourceOf(document)];
  return parts.filter(Boolean).join(' · ');
}

/** Who wrote a document, or else who brought it in. */
export function sourceOf({ authorName, uploadedByName }: PatientDocument): string {
  if (authorName !== null) return authorName;
  return uploadedByName === null ? 'Author unknown' : `Uploaded by ${uploadedByName}`;
}

/** "7/4/26 · Office visit · Lakeside Clinic" */
export function visitLabel(document: PatientDocument): string {
  if (document.patientEncounterId === null) return withoutVisit;
  const date = document.encounterDate === null ? null : formatDate(document.encounterDate);
  const parts = [date, encounterTypeLabel(document.encounterType), document.facilityName];
  return parts.filter(Boolean).join(' · ');
}

function monthLabel(document: PatientDocument): string {
  return new Date(document.dateProvided).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
}

function parentOf(document: PatientDocument, view: ChartView): { key: string; label: string } {
  if (view === 'visit') return { key: `visit:${document.patientEncounterId ?? 'none'}`, label: visitLabel(document) };
  if (view === 'type') return { key: `type:${document.documentTypeName}`, label: document.documentTypeName };
  return { key: `date:${document.dateProvided.slice(0, 7)}`, label: monthLabel(document) };
}

const newestFirst = (one: PatientDocument, other: PatientDocument) =>
  other.dateProvided.localeCompare(one.dateProvided) || other.patientDocumentId - one.patientDocumentId;

const visitDate = (group: ChartGroup) => group.documents[0]?.encounterDate ?? '';

function orderGroups(groups: ChartGroup[], view: ChartView): ChartGroup[] {
  if (view === 'type') return groups.toSorted((one, other) => one.label.localeCompare(other.label));
  if (view === 'date') return groups;
  return groups.toSorted((one, other) => visitDate(other).localeCompare(visitDate(one)));
}

/** Documents below their visit, month or chart type, newest first. Documents without a visit come last. */
export function groupCharts(documents: readonly PatientDocument[], view: ChartView): ChartGroup[] {
  const groups = new Map<string, ChartGroup>();
  for (const document of documents.toSorted(newestFirst)) {
    const { key, label } = parentOf(document, view);
    const group = groups.get(key) ?? { key, label, documents: [] };
    group.documents.push(document);
    groups.set(key, group);
  }
  return orderGroups([...groups.values()], view);
}

/** Whether a document is found by every word of the search: in its name, type, author, date, visit or facility. */
export function matchesChartSearch(document: PatientDocument, term: string): boolean {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [
    document.documentName,
    document.documentTypeName,
    document.authorName,
    formatDate(document.dateProvided),
    visitLabel(document),
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

export type CheckState = 'checked' | 'unchecked' | 'mixed';

/** How a parent stands: all, none or some of its documents are checked. */
export function checkStateOf(documents: readonly PatientDocument[], checked: ReadonlySet<number>): CheckState {
  const count = documents.filter((document) => checked.has(document.patientDocumentId)).length;
  if (count === 0) return 'unchecked';
  return count === documents.length ? 'checked' : 'mixed';
}

/** The selection after all these documents were checked, or unchecked when all of them were. */
export function toggleDocuments(documents: readonly PatientDocument[], checked: ReadonlySet<number>): Set<number> {
  const next = new Set(checked);
  const checks = checkStateOf(documents, checked) !== 'checked';
  for (const { patientDocumentId } of documents) {
    if (checks) next.add(patientDocumentId);
    else next.delete(patientDocumentId);
  }
  return next;
}

/** 'N Document(s) Selected / M Page(s) Selected' (docs/domain/charts.md). */
export function selectionCounter(documents: readonly PatientDocument[], checked: ReadonlySet<number>): string {
  const selected = documents.filter((document) => checked.has(document.patientDocumentId));
  const pages = selected.reduce((total, document) => total + document.documentPageCount, 0);
  return `${selected.length} Document(s) Selected / ${pages} Page(s) Selected`;
}
