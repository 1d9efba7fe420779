import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { EncounterNote } from './clinicalNotes.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

export interface DemoDocument {
  patientDocumentId: number;
  date: Date;
  note: EncounterNote;
  /** Digest and size of its bytes. */
  key: string;
  byteCount: number;
  pageCount: number;
}

const linesOnPage = 58;

/** Stores the texts of a patient's documents and adds their rows. */
export async function addDocuments(
  rows: Rows,
  storage: Pick<DocumentStorage, 'put'>,
  typeIds: Map<string, number>,
  patient: DemoPatient,
  notes: EncounterNote[],
): Promise<DemoDocument[]> {
  const stored = await Promise.all(notes.map((note) => storage.put(Buffer.from(note.text, 'utf8'))));
  return notes.map((note, index) => {
    const { key, byteCount } = stored[index] ?? { key: '', byteCount: 0 };
    const pageCount = Math.ceil(note.text.split('\n').length / linesOnPage);
    const patientDocumentId = rows.add('patient_document', {
      patient_id: patient.patientId,
      patient_encounter_id: note.encounter.patientEncounterId,
      document_type_id: typeIds.get(note.type) ?? 0,
      document_name: note.name,
      date_provided: note.date,
      author_name: note.author,
      content_type: 'text/plain',
      storage_key: key,
      byte_count: byteCount,
      document_page_count: pageCount,
      format: 'text',
      file_state: 'clear',
      file_checked_at: note.date,
      created_at: note.date,
    });
    return { patientDocumentId, date: note.date, note, key, byteCount, pageCount };
  });
}
