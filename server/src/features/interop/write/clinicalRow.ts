import type { ClinicalDraft } from '../fhir/clinical/draft.ts';
import type { Names } from './recordNames.ts';
import type { PatientRow } from './ofPatient.ts';

/** The row of a record of the clinical record, or of a part of one. */
export interface ClinicalRow extends PatientRow {
  draft: ClinicalDraft;
  /** Place among the parts of its record; null for the row of the record itself. */
  part: number | null;
}

/** The documents from which records were read. */
export interface RecordDocuments {
  /** The message or clinical document that all records of the unit are in. */
  ofUnit: number | null;
  /** Of a record that is a document, too. */
  of(draft: ClinicalDraft): number | null;
}

/** What all records of a unit share: their documents, and the names of records that they refer to. */
export interface RecordContext {
  documents: RecordDocuments;
  names: Names;
}
