import type { PatientDocument } from '@careloop/contracts/charts';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { chartAssociationType, encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { formatDate, formatDateIn } from '../../../ui/dates.ts';

const withoutVisit = 'No visit';

function encounterTypeLabel(type: string | null): string {
  if (type === null) return 'Visit';
  return encounterTypeLabels[type as EncounterType] ?? type;
}

/** Whether a document's name starts with its type, so that the type need not be repeated. */
export function isNamedByType({ documentName, documentTypeName }: PatientDocument): boolean {
  return documentName.startsWith(documentTypeName);
}

/** Restricted by its source: substance use treatment, psychotherapy notes. */
export function restrictionWord({ restriction }: Pick<PatientDocument, 'restriction'>): string | false {
  return restriction === null ? false : restriction === 'V' ? 'Very restricted' : 'Restricted';
}

/** Details below a document's name: whether it is restricted or superseded, type and author; no type if the name starts with it. */
export function documentDetail(document: PatientDocument): string {
  const type = !isNamedByType(document) && document.documentTypeName;
  const parts = [restrictionWord(document), document.isSuperseded && 'Superseded', type, sourceOf(document)];
  return parts.filter(Boolean).join(' · ');
}

/** Type of a sent chart, unless its name starts with it. */
export function sentChartDetail({ associationType, chartName, chartTypeName, chartDate }: SentChart): string {
  if (chartDate === null)
    return associationType === chartAssociationType.table.document ? noDocumentDate : 'As of the day it was sent';
  return chartName.startsWith(chartTypeName) ? '' : chartTypeName;
}

export const noDocumentDate = 'Date not stated';

/** 7/4/26 */
export function documentDate({ dateProvided }: Pick<PatientDocument, 'dateProvided'>): string {
  return dateProvided === null ? noDocumentDate : formatDate(dateProvided);
}

/** The author of a document, or else who uploaded it. */
export function sourceOf({ authorName, uploadedByName }: PatientDocument): string {
  if (authorName !== null) return authorName;
  return uploadedByName === null ? 'Author not stated' : `Uploaded by ${uploadedByName}`;
}

/** "7/4/26 · Office visit · Lakeside Clinic" */
export function visitLabel(document: PatientDocument): string {
  if (document.patientEncounterId === null) return withoutVisit;
  const date =
    document.encounterDate === null ? null : formatDateIn(document.encounterDate, document.encounterTimeZone);
  const parts = [date, encounterTypeLabel(document.encounterType), document.facilityName];
  return parts.filter(Boolean).join(' · ');
}
