import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { DemoDocument } from './documents.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { ecgOf, stripSize } from './files/ecg.ts';
import { faxOf, faxPage } from './files/fax.ts';
import { clinicalDocumentOf, hl7Of, htmlOf, rtfOf } from './files/markup.ts';
import { letter, pagesOf, pdfOf } from './files/pdf.ts';

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
    ...letters(patient),
    ...messages(patient, date),
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
  return [
    [
      ...head,
      'TO: BAY COLONY HEALTH, MEDICAL RECORDS',
      'PAGES: 2',
      '',
      'RECORDS RELEASED AT THE REQUEST OF THE PATIENT.',
      'PLEASE CONFIRM RECEIPT BY PHONE.',
    ],
    [
      ...head,
      'MEDICATIONS AT LAST VISIT',
      '',
      'METHOTREXATE 15 MG ONCE A WEEK',
      'FOLIC ACID 1 MG ONCE A DAY',
      '',
      'ALLERGIES: AS STATED IN THE CHART',
      '',
      'SIGNED: H. MARSH, MD',
    ],
  ];
}

function letters(patient: DemoPatient): OutsideRecord[] {
  return [
    {
      type: 'Correspondence',
      name: 'Letter of the home health agency',
      contentType: 'application/rtf',
      format: 'rtf',
      bytes: rtfOf(patient, [
        'Dear colleagues,',
        'We visited twice a week for wound care and blood pressure checks. Readings stayed between 122/74 and 138/82.',
        'The wound has closed. We discharge the patient to self-care and ask for a visit within four weeks.',
        'Harbor Home Health',
      ]),
    },
    {
      type: 'Correspondence',
      name: 'Summary of the patient portal',
      contentType: 'text/html',
      format: 'html',
      bytes: htmlOf(patient, 'Health summary', [
        ['Blood pressure at home', '128/76 mmHg, average of 14 days'],
        ['Weight', 'Stable'],
        ['Smoking', 'Never'],
      ]),
    },
  ];
}

function messages(patient: DemoPatient, date: Date): OutsideRecord[] {
  return [
    {
      type: 'Other',
      name: 'Laboratory message, metabolic panel',
      contentType: 'application/hl7-v2+er7',
      format: 'hl7',
      bytes: hl7Of(patient, date, [
        ['2345-7', 'Glucose', '104', 'mg/dL', '70-99', 'H'],
        ['2160-0', 'Creatinine', '0.9', 'mg/dL', '0.6-1.2'],
        ['2823-3', 'Potassium', '4.9', 'mmol/L', '3.5-5.1'],
        ['2951-2', 'Sodium', '139', 'mmol/L', '136-145'],
      ]),
      hasText: true,
    },
    {
      type: 'Discharge Summary',
      name: 'Continuity of care document',
      contentType: 'application/xml',
      format: 'xml',
      bytes: clinicalDocumentOf(patient, date, [
        {
          title: 'Medications',
          columns: ['Medication', 'Directions'],
          rows: [
            ['Methotrexate 15 mg', 'Once a week'],
            ['Folic acid 1 mg', 'Once a day'],
          ],
        },
        {
          title: 'Procedures',
          columns: ['Procedure', 'Date'],
          rows: [
            ['Upper endoscopy', '2022'],
            ['Carpal tunnel release, right', '2019'],
          ],
        },
      ]),
      hasText: true,
    },
  ];
}
