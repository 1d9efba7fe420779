import { codeTables } from '../../../platform/rendering/hl7/codes.ts';
import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { messageTitle } from '../../../platform/rendering/hl7/titles.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry } from '../fhir/build.ts';
import { visitReference } from './encounter.ts';
import { textOf, valueOf } from './fields.ts';
import type { Message } from './message.ts';
import { orderKeyOf, stateOf } from './orders.ts';
import { nameInNdl, providerName } from './people.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';

/** Messages whose whole content becomes rows. */
const withoutDocument = new Set(['ADT', 'SIU']);
/** Events of a document that is withdrawn. */
const withdrawals = new Set(['T11']);

/** Table 0273, if it is not available. */
const availabilities: Readonly<Record<string, string>> = { CA: 'entered-in-error', OB: 'superseded' };

/** Whether the message itself is kept: notifications of a new status repeat a document's number without its text. */
export function isKeptAsDocument({ type, event, segment }: Message): boolean {
  const isNotice = type === 'MDM' && segment('OBX') === undefined && !withdrawals.has(event);
  return !withoutDocument.has(type) && !isNotice;
}

/**
 * The message itself as a document of the chart: results, reports, referrals and orders are read as they were sent. A document
 * with a number of its own (TXA-12) is updated by later messages about it; any other message is a document of its own.
 */
export function documentEntries(message: Message, patient: Entry): Entry[] {
  const { facility, segment, time, event } = message;
  if (!isKeptAsDocument(message)) return [];
  const [txa, obr] = [segment('TXA'), segment('OBR')];
  const name = (number: string) => (number === '' ? undefined : `${facility}-${number}`);
  const parent = name(textOf(txa, 13));
  const results = txa === undefined ? resultsOf(message) : undefined;
  const document = entryOf(message, 'document', 'DocumentReference', {
    meta: { lastUpdated: message.sentAt },
    id: name(textOf(txa, 12)) ?? results?.id,
    status: withdrawals.has(event) ? 'entered-in-error' : (lookup(availabilities, textOf(txa, 19)) ?? 'current'),
    securityLabel: [{ coding: [{ code: textOf(txa, 18) || undefined }] }],
    type: { text: typeOf(message) },
    subject: referenceTo(patient),
    date: time(textOf(txa, 4)) ?? time(textOf(obr, 22)) ?? time(textOf(obr, 7)) ?? time(textOf(segment('MSH'), 7)),
    author: [{ display: authorOf(message) || undefined }],
    relatesTo: [...(event === 'T10' && parent !== undefined ? [parent] : []), ...(results?.replaces ?? [])].map(
      (id) => ({
        code: 'replaces',
        target: { reference: `DocumentReference/${id}` },
      }),
    ),
    content: [
      {
        attachment: {
          contentType: 'application/hl7-v2',
          data: Buffer.from(message.text).toString('base64'),
          title: titleOf(message),
        },
      },
    ],
    context: { encounter: [visitReference(message, patient)].filter(Boolean) },
  });
  return [document];
}

/**
 * The number of a report of results, and those that it replaces: a correction replaces all earlier reports of the same order
 * and service, a final report the preliminary ones. All of them can still be read.
 */
function resultsOf({ type, facility, digest, segment, all }: Message): { id: string; replaces: string[] } | undefined {
  const obr = segment('OBR');
  const number = type === 'ORU' && obr !== undefined ? orderKeyOf(facility, obr, segment('ORC')) : undefined;
  if (obr === undefined || number === undefined) return undefined;
  const state = stateOf(obr, all('OBX'));
  const replaced = { correction: ['P', 'F'], preliminary: [], final: ['P'] }[state];
  return {
    id: `${number}-${state === 'preliminary' ? 'P' : 'F'}#${digest.slice(0, 16)}`,
    replaces: replaced.map((of) => `${number}-${of}`),
  };
}

function typeOf({ segment, type, event }: Message): string {
  const report = valueOf(segment('TXA'), 2);
  return report.part(2) || lookup<string>(codeTables.documentType, report.part(1)) || messageTitle([type, event]);
}

/** The service that was reported or ordered, or the type of the document. */
function titleOf({ segment, type, event }: Message): string {
  const service = valueOf(segment('OBR'), 4);
  const title = service.part(9) || service.part(2) || service.part(1) || messageTitle([type, event]);
  return title.slice(0, 255);
}

/** The principal interpreter, or else the assistants, the technician, the transcriptionist. */
function resultAuthor(obr: Segment | undefined): string {
  return [32, 33, 34, 35].map((field) => nameInNdl(valueOf(obr, field))).find((name) => name !== '') ?? '';
}

/** The originator of a document, or the principal interpreter of results. */
function authorOf({ segment }: Message): string {
  const txa = segment('TXA');
  const originator = valueOf(txa, 9);
  return txa === undefined ? resultAuthor(segment('OBR')) : providerName(originator) || originator.part(1);
}
