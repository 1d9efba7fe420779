import type { PatientDocument } from '@careloop/contracts/charts';
import { encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { formatDate } from '../../../ui/dates.ts';

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
  return uploadedByName === null ? 'Author not stated' : `Uploaded by ${uploadedByName}`;
}

/** "7/4/26 · Office visit · Lakeside Clinic" */
export function visitLabel(document: PatientDocument): string {
  if (document.patientEncounterId === null) return withoutVisit;
  const date = document.encounterDate === null ? null : formatDate(document.encounterDate);
  const parts = [date, encounterTypeLabel(document.encounterType), document.facilityName];
  return parts.filter(Boolean).join(' · ');
}
