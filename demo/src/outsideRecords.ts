import { z } from 'zod';

import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { DemoDocument } from './documents.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { readContent } from './content.ts';
import { ecgOf, stripSize } from './files/ecg.ts';
import { faxOf, faxPage } from './files/fax.ts';
import { clinicalDocumentOf, hl7Of, htmlOf, rtfOf } from './files/markup.ts';
import { letter, pagesOf, pdfOf } from './files/pdf.ts';

const lines = z.array(z.string());
const content = readContent(
  'outsideRecords',
  z.strictObject({
    /** What the pages of the fax say below their head. */
    faxPages: z.array(lines),
    /** Paragraphs. */
    letter: lines,
    portalSummary: z.array(z.tuple([z.string(), z.string()])),
    /** LOINC code, name, value, unit, range and flag. */
    labResults: z.array(lines),
    careSections: z.array(z.strictObject({ title: z.string(), columns: lines, rows: z.array(lines) })),
  }),
);

interface OutsideRecord {
  type: string;
  name: string;
  contentType: string;
  format: string;
  bytes: Buffer | string;
  pageSizes?: readonly (readonly [number, number])[];
  /** Whether the file has text in addition to pages or markup. */
  hasText?: boolean;
}

const day = 24 * 60 * 60 * 1000;

/** Records of a patient sent by another practice, in typical formats. */
export async function addOutsideRecords(
  rows: Rows,
  storage: Pick<DocumentStorage, 'put'>,
  typeIds: Map<string, number>,
  { patient, documents }: { patient: DemoPatient; documents: readonly DemoDocument[] },
): Promise<void> {
  const last = documents.at(-1)?.date ?? new Date(0);
  const records = recordsOf(patient, documents, last);
  for (const [index, record] of records.entries()) {
    const { key, byteCount } = await storage.put(Buffer.from(record.bytes as string));
    const date = new Date(last.getTime() - (index + 1) * day);
    rows.add('patient_document', {
      patient_id: patient.patientId,
      document_type_id: typeIds.get(record.type) ?? 0,
      document_name: record.name,
      date_provided: date,
      author_name: 'Seaport Internal Medicine',
      content_type: record.contentType,
      storage_key: key,
      byte_count: byteCount,
      document_page_count: record.pageSizes?.length ?? null,
      format: record.format,
      page_sizes: record.pageSizes?.map((size) => [...size]) ?? null,
      has_text: record.hasText ?? false,
      file_state: 'clear',
      file_checked_at: date,
      created_at: date,
    });
  }
}

function recordsOf(patient: DemoPatient, documents: readonly DemoDocument[], date: Date): OutsideRecord[] {
  const history = documents.map(({ note }) => note.text).join('\n\n');
  const pages = pagesOf(history);
  const fax = faxLines(patient);
  return [
    {
      type: 'Consult Note',
      name: 'Records of Seaport Internal Medicine',
      contentType: 'application/pdf',
      format: 'pdf',
      bytes: pdfOf(history),
      pageSizes: pages.map(() => letter),
      hasText: true,
    },
    {
      type: 'Referral Letter',
      name: 'Faxed release of records',
      contentType: 'image/tiff',
      format: 'document_page',
      bytes: faxOf(fax),
      pageSizes: fax.map(() => faxPage),
    },
    {
      type: 'Cardiology Report',
      name: 'ECG strip, lead II',
      contentType: 'image/png',
      format: 'image',
      bytes: ecgOf(),
      pageSizes: [stripSize],
    },
    ...textsOf(patient, date),
  ];
}

function textsOf(patient: DemoPatient, date: Date): OutsideRecord[] {
  return [
    {
      type: 'Correspondence',
      name: 'Letter of the home health agency',
      contentType: 'application/rtf',
      format: 'rtf',
      bytes: rtfOf(patient, content.letter),
    },
    {
      type: 'Correspondence',
      name: 'Summary of the patient portal',
      contentType: 'text/html',
      format: 'html',
      bytes: htmlOf(patient, 'Health summary', content.portalSummary),
    },
    {
      type: 'Other',
      name: 'Laboratory message, metabolic panel',
      contentType: 'application/hl7-v2+er7',
      format: 'hl7',
      bytes: hl7Of(patient, date, content.labResults),
      hasText: true,
    },
    {
      type: 'Discharge Summary',
      name: 'Continuity of care document',
      contentType: 'application/xml',
      format: 'xml',
      bytes: clinicalDocumentOf(patient, date, content.careSections),
      hasText: true,
    },
  ];
}

function faxLines({ firstName, lastName, mrn }: DemoPatient): string[][] {
  const head = [
    'SEAPORT INTERNAL MEDICINE',
    'FAX TRANSMITTAL',
    '',
    `PATIENT: ${lastName}, ${firstName}`,
    `MRN: ${mrn}`,
    '',
  ];
  return content.faxPages.map((page) => [...head, ...page]);
}
