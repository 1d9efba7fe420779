import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { readText } from '../../../platform/rendering/decodeText.ts';
import { unusedParts } from './unusedParts.ts';
import { collectionOf, readersNotes, entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import type { Limits } from '../../../platform/files/limits.ts';
import { saidName, timeOf } from './datatypes.ts';
import { clinicalEntries } from './clinical/clinical.ts';
import { readDocument } from './document.ts';
import type { ClinicalDocument } from './document.ts';
import { encounterEntries } from './encounter.ts';
import { patientOf } from './patient.ts';
import { conditionEntries, coverageEntries } from './sections.ts';

/** Names of documents that are better known than their LOINC names. */
const typeNames: Record<string, string> = {
  '34133-9': 'Continuity of Care Document',
  '57133-1': 'Referral Note',
  '18842-5': 'Discharge Summary',
  '11488-4': 'Consultation Note',
  '34117-2': 'History and Physical',
  '11506-3': 'Progress Note',
  '28570-0': 'Procedure Note',
  '11504-8': 'Operative Note',
  '18761-7': 'Transfer Summary',
  '52521-2': 'Care Plan',
  '18748-4': 'Diagnostic Imaging Report',
};

const notUtf8 = 'not in UTF-8 as it says: read as Windows-1252';

/**
 * Reads a clinical document (C-CDA) as FHIR: its patient, the encounter it is about, problems, insurance, statements of the clinical
 * record, and the document itself, in which everything else is read.
 * @throws UnreadableFile
 */
export function* readClinicalDocument(
  bytes: Buffer,
  { limits, timeZone }: { limits: Limits; timeZone: string },
): Generator<{ json: Json; digest: string; line: null; bytes: number; raw: Buffer }> {
  const { text, isAsSaid } = readText('application/xml', bytes);
  const document = readDocument(text, limits, timeZone);
  const { patient, providers } = patientOf(document);
  const encounters = encounterEntries(document, patient);
  const entries = [
    ...encounters,
    ...conditionEntries(document, patient),
    ...coverageEntries(document, patient),
    ...clinicalEntries(document, patient),
    documentEntry(document, bytes, patient, encounters.at(-1)),
  ];
  // Complete only after all parts of the document were read.
  const noted = { ...patient, [readersNotes]: { doubts: isAsSaid ? [] : [notUtf8], unused: unusedParts(document) } };
  const json = collectionOf([...providers, noted, ...entries]);
  yield { json, digest: document.digest, line: null, bytes: bytes.length, raw: bytes };
}

function documentEntry(document: ClinicalDocument, bytes: Buffer, patient: Entry, encounter?: Entry): Entry {
  const { root, writtenAt, version } = document;
  const type = lookup(typeNames, root.value('code', 'code')) ?? root.value('code', 'displayName');
  const title = root.line('title').slice(0, 255);
  // Some senders use one number for many documents. A document that replaces this one names it without its time.
  const own = numberOf(root.value('id', 'root'), root.value('id', 'extension'));
  const replaced = root
    .all('relatedDocument')
    .filter(({ attributes }) => attributes['typeCode'] === 'RPLC')
    .map((one) => numberOf(one.value('parentDocument/id', 'root'), one.value('parentDocument/id', 'extension')))
    .filter((number) => number !== undefined && number !== own);
  const entry = entryOf(document, 'document', 'DocumentReference', {
    meta: { lastUpdated: writtenAt },
    id: own === undefined ? undefined : `${own}#${root.value('effectiveTime')}`,
    status: 'current',
    securityLabel: [{ coding: [{ code: root.value('confidentialityCode', 'code') }] }],
    type: { text: type || title || 'Clinical document' },
    subject: referenceTo(patient),
    date: timeOf(root.first('effectiveTime'), document.timeZone),
    author: [{ display: saidName(root.first('author/assignedAuthor/assignedPerson/name')) || undefined }],
    relatesTo: replaced.map((number) => ({
      code: 'replaces',
      target: { reference: `DocumentReference/${number}` },
    })),
    context: { encounter: encounter === undefined ? [] : [referenceTo(encounter)] },
    content: [
      {
        attachment: {
          contentType: 'application/hl7-cda+xml',
          data: bytes.toString('base64'),
          title: title || undefined,
        },
      },
    ],
  });
  return { ...entry, [readersNotes]: { doubts: [], unused: new Map(), version } };
}

/** The number of a document with that of its assigner; undefined if it has none. */
function numberOf(root: string, extension: string): string | undefined {
  return [root, extension].filter(Boolean).join('-') || undefined;
}
