import { createHash } from 'node:crypto';

import { z } from 'zod';

import { attachment, codeableConcept, hasCode, identifier, periodStart, reference, wordsOf } from './datatypes.ts';
import { dayOf, pastDate } from './dates.ts';
import { Rejection } from './draft.ts';
import { countOthers, firstStated, leavePart, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { block, code, list, text } from './text.ts';

import type { Attachment, CodeableConcept } from './datatypes.ts';
import type { Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { ReadersNotes, SourceResource } from './source.ts';

/** One file of a document. */
export interface DocumentContent {
  /** Null if the content is in a Binary resource. */
  bytes: Buffer | null;
  binary: Ref | null;
  contentType: string;
  title: string | null;
}

export interface DocumentDraft extends Draft {
  patient: Ref;
  encounter: Ref | null;
  typeName: string;
  /** Null: that of the encounter, if known. */
  date: string | null;
  authorName: string | null;
  contents: DocumentContent[];
  /** Keys that identify the same note in other records: a report and its document reference carry the same note. */
  sameAs: string[];
  /** Restricted (R) or very restricted (V) by its source (v3-Confidentiality). */
  restriction: 'R' | 'V' | null;
  /** Replaced by another document. */
  isSuperseded: boolean;
  /** Documents that this one replaces. */
  replaces: Ref[];
  /** The name that all versions of the document share, and the number of this one. */
  version: ReadersNotes['version'] | null;
  /** Entered in error: not imported, and archived if imported before. */
  isVoid: boolean;
}

const documentReference = z.object({
  identifier: list(identifier),
  masterIdentifier: identifier.nullish(),
  status: code(['current', 'superseded', 'entered-in-error']),
  docStatus: code(['preliminary', 'final', 'amended', 'entered-in-error']),
  type: codeableConcept.nullish(),
  category: list(codeableConcept),
  subject: reference.nullish(),
  date: pastDate,
  author: list(reference),
  description: text(255),
  relatesTo: list(z.object({ code: text(20), target: reference.nullish() })),
  securityLabel: list(codeableConcept),
  content: list(z.object({ attachment: attachment.nullish() })),
  context: z.object({ encounter: list(reference), period: periodStart.nullish() }).nullish(),
});

export function mapDocumentReference(source: SourceResource, naming: Naming): DocumentDraft {
  const value = readParts(documentReference, source);
  const remarks: string[] = [];
  // That it is a clinical note, US Core says of every one.
  const categories = value.category.filter((item) => !hasCode(item, 'clinical-note'));
  countOthers(source, {
    category: categories.length - 1,
    author: value.author.length - 1,
    'context.encounter': (value.context?.encounter.length ?? 0) - 1,
  });
  // The description is the title of every file.
  const titles = value.content.map(({ attachment: file }) => file?.title ?? null).filter((title) => title !== null);
  if (value.description !== null) leavePart(source, 'content.attachment.title', titles.length);
  const names = [value.masterIdentifier, ...value.identifier].map((item) => item?.value ?? null);
  return {
    source,
    keys: naming.keysOf(source),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.context?.encounter[0], 'Encounter'),
    typeName:
      firstStated(source, { type: wordsOf(value.type), category: wordsOf(categories[0]) }) ??
      wordsOf(value.category[0]) ??
      'Document',
    date: firstStated(
      source,
      {
        date: value.date,
        'context.period.start': value.context?.period?.start,
        'content.attachment.creation': value.content[0]?.attachment?.creation,
      },
      dayOf,
    ),
    authorName: value.author[0]?.display ?? null,
    contents: contentsOf(
      value.content.map((item) => item.attachment ?? null).filter((item) => item !== null),
      value.description,
      naming,
      remarks,
    ),
    sameAs: names.filter((name) => name !== null).map((name) => name.replace(/^urn:uuid:/, '')),
    restriction: restrictionOf(value.securityLabel),
    isSuperseded: value.status === 'superseded',
    replaces: value.relatesTo
      .filter((item) => item.code === 'replaces')
      .map(({ target }) => naming.refOf(target, 'DocumentReference'))
      .filter((item) => item !== null),
    version: source.notes?.version ?? null,
    isVoid: value.status === 'entered-in-error' || value.docStatus === 'entered-in-error',
  };
}

/** The stricter of several labels. */
function restrictionOf(labels: readonly CodeableConcept[]): 'R' | 'V' | null {
  return labels.some((label) => hasCode(label, 'V')) ? 'V' : labels.some((label) => hasCode(label, 'R')) ? 'R' : null;
}

const reportStatus = code([
  'registered',
  'partial',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'appended',
  'cancelled',
  'entered-in-error',
  'unknown',
]);

export const diagnosticReport = z.object({
  identifier: list(identifier),
  status: reportStatus,
  category: list(codeableConcept),
  code: codeableConcept.nullish(),
  subject: reference.nullish(),
  encounter: reference.nullish(),
  effectiveDateTime: pastDate,
  effectivePeriod: periodStart.nullish(),
  issued: pastDate,
  performer: list(reference),
  resultsInterpreter: list(reference),
  specimen: list(reference),
  result: list(reference),
  conclusion: block(),
  conclusionCode: list(codeableConcept),
  presentedForm: list(attachment),
});

/** Whether a report carries a document, not only results. */
export function hasPresentedForm(source: SourceResource): boolean {
  return Array.isArray(source.json.presentedForm) && source.json.presentedForm.length > 0;
}

/** The documents of a report; its results are read by clinical/report.ts. */
export function mapDiagnosticReport(source: SourceResource, naming: Naming): DocumentDraft {
  const value = readParts(diagnosticReport, source);
  const remarks: string[] = [];
  const authors = [...value.resultsInterpreter, ...value.performer].filter((item) => item.display !== null);
  countOthers(source, { author: authors.length - 1 });
  const effective = value.effectiveDateTime ?? value.effectivePeriod?.start ?? null;
  // Then the result has the other date.
  const isResult = value.result.length > 0 || value.conclusion !== null || value.conclusionCode.length > 0;
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    typeName: reportName(value.code, value.category),
    date: isResult ? (value.issued ?? effective) : firstStated(source, { issued: value.issued, effective }, dayOf),
    authorName: authors[0]?.display ?? null,
    contents: contentsOf(value.presentedForm, null, naming, remarks),
    sameAs: [source.id, ...value.identifier.map((item) => item.value)].filter((name) => name !== null),
    restriction: null,
    isSuperseded: false,
    replaces: [],
    version: null,
    isVoid: value.status === 'entered-in-error' || value.status === 'cancelled',
  };
}

function reportName(concept: CodeableConcept | null | undefined, categories: readonly CodeableConcept[]): string {
  return wordsOf(concept) ?? wordsOf(categories[0]) ?? 'Report';
}

/** The files of a document. One that cannot be read is left out. @throws Rejection if none is left */
function contentsOf(
  attachments: readonly Attachment[],
  description: string | null,
  naming: Naming,
  remarks: string[],
): DocumentContent[] {
  return readableOf(attachments, remarks, (item) => ({
    ...bytesOrBinary(item, naming),
    contentType: contentTypeOf(item.contentType),
    title: description ?? item.title,
  }));
}

/** What can be read of several files. @throws Rejection with the first reason if nothing can */
export function readableOf<Item, Read>(items: readonly Item[], remarks: string[], read: (item: Item) => Read): Read[] {
  const reasons: string[] = [];
  const found = items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      reasons.push(error.message);
      return [];
    }
  });
  if (found.length === 0) throw new Rejection(reasons[0] ?? 'has no content');
  remarks.push(...reasons.map((reason) => `left out: a file of the document: ${reason}`));
  return found;
}

function bytesOrBinary(item: Attachment, naming: Naming): { bytes: Buffer | null; binary: Ref | null } {
  if (item.data !== null && item.data !== undefined) return { bytes: decodeBase64(item.data, item.hash), binary: null };
  if (item.url === null) throw new Rejection('has no content');
  const binary = naming.refOf({ reference: item.url, type: null, display: null }, 'Binary');
  return { bytes: null, binary };
}

/** @throws Rejection if the data is not base64, is empty, or does not match the given SHA-1 */
export function decodeBase64(data: string, sha1: string | null): Buffer {
  const packed = data.replaceAll(/\s+/g, '');
  const padding = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(packed, 'base64');
  // The decoder skips characters that are not base64, so a stray character makes the result too short.
  if (packed === '' || bytes.length !== (packed.length / 4) * 3 - padding) throw new Rejection('content is not base64');
  if (sha1 !== null && createHash('sha1').update(bytes).digest('base64') !== sha1) {
    throw new Rejection('content does not match its hash: it was damaged in transit');
  }
  return bytes;
}

/** Lowercase, without a UTF-8 or US-ASCII charset, which is the default. */
function contentTypeOf(given: string | null): string {
  const type = (given ?? 'application/octet-stream').toLowerCase();
  return type.replace(/\s*;\s*charset=(?:"?utf-8"?|us-ascii)$/, '');
}
