import { chartAssociationType } from '@careloop/contracts/codes';
import { dayIn } from '@careloop/contracts/fields/clock';
import { joined, recordParts } from '@careloop/contracts/letters';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import type { WorkerDeps } from '../../worker.ts';
import { decodeText } from '../../../platform/rendering/decodeText.ts';
import { RenderError, restDamaged } from '../../../platform/rendering/messages.ts';
import type {
  ComposedRecord,
  DocumentPart,
  RecordHead,
  RecordLayout,
  RecordPart,
  RenderCalls,
  RenderKind,
} from '../../../platform/rendering/messages.ts';
import { StorageError } from '../../../platform/storage/errors.ts';
import { chartOrder } from '../sentCharts.ts';
import { chartText, isMessage, markupText } from './chartText.ts';

/** A sent chart. */
export interface RecordChart {
  sentChartId: number;
  associationType: number;
  chartName: string;
  chartTypeName: string;
  chartDate: string | null;
  authorName: string | null;
  dateSent: string;
  isConsultNote: boolean;
  contentType: string;
  byteCount: number;
  sha256: string;
  storageKey: string | null;
  content: string | null;
  /** Whether the file was scanned and found clean. */
  isClear: boolean;
}

const recordChart = shape<RecordChart, { sc: 'sent_chart'; d: 'patient_document' }>({
  sentChartId: 'sc.sent_chart_id',
  associationType: codeOf('sc.association_type', chartAssociationType.table),
  chartName: 'sc.chart_name',
  chartTypeName: 'sc.chart_type_name',
  chartDate: iso('sc.chart_date'),
  authorName: 'd.author_name',
  dateSent: iso('sc.date_sent'),
  isConsultNote: 'sc.is_consult_note',
  contentType: 'sc.content_type',
  byteCount: 'sc.byte_count',
  sha256: 'sc.sha256',
  storageKey: 'sc.storage_key',
  content: 'sc.content',
  isClear: sql`coalesce(d.file_state = 'clear' or d.storage_key <> sc.storage_key, true)`,
});

/** Maximum total size of a record's files; the rest is left out. */
export const mostRecordBytes = 80 * 1024 * 1024;
const mostTextBytes = 2 * 1024 * 1024;

function kindOf(contentType: string): RenderKind | 'text' | 'xml' | undefined {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('image/')) return 'image';
  if (type === 'application/dicom') return 'dicom';
  if (type.endsWith('rtf')) return 'rtf';
  if (/[/+]xml$/.test(type) && !type.includes('xhtml')) return 'xml';
  return type.startsWith('text/') || type.includes('xml') || type.includes('hl7') ? 'text' : undefined;
}

const mostBytes = (kind: RenderKind | 'text' | 'xml', room: number) => (kind === 'text' ? mostTextBytes : room);

/** Whether a document of this type and size can become part of a record, as far as known before it is read. */
export function canBeIncluded({ contentType, byteCount }: Pick<RecordChart, 'contentType' | 'byteCount'>): boolean {
  const kind = kindOf(contentType);
  return kind !== undefined && byteCount <= mostBytes(kind, mostRecordBytes);
}

function headOf(chart: RecordChart, place: string, timeZone: string): RecordHead {
  const [title = '', ...about] = recordParts(chart, timeZone);
  const returned = chart.isConsultNote && `Came back ${dayIn(chart.dateSent, timeZone)}`;
  return { title, about: joined([...about, chart.authorName, returned]), place: `Document ${place}` };
}

interface Making {
  deps: WorkerDeps;
  footer: string;
  /** IANA name of the time zone of all times. */
  timeZone: string;
}

/**
 * A record part for a chart. If it cannot be included, it says why.
 * @param place "2 of 7"
 */
export async function partOf(
  { deps, footer, timeZone }: Making,
  chart: RecordChart,
  place: string,
  room: number,
): Promise<DocumentPart> {
  const part = { head: headOf(chart, place, timeZone), footer };
  if (chart.content !== null) return { ...part, text: chartText(chart.content, timeZone) };
  if (!chart.isClear) {
    return { ...part, reason: 'This document has not been cleared by the check for malware and is not included.' };
  }
  const kind = kindOf(chart.contentType);
  if (chart.storageKey === null || kind === undefined) {
    const reason = 'This kind of document cannot be shown as pages. Open it in the portal or ask the sender for it.';
    return { ...part, reason };
  }
  if (chart.byteCount > mostBytes(kind, room)) return { ...part, reason: tooLarge };
  const path = chart.storageKey;
  try {
    if (kind === 'rtf') return { ...part, ...textOf(await askAbout(deps, path, 'rtf', 'html', {})) };
    const drawn = kind === 'xml' ? await xmlPart(deps, chart, path) : kind;
    if (typeof drawn !== 'string') return { ...part, ...drawn };
    if (drawn !== 'text') return { ...part, file: { path, kind: drawn } };
    if (chart.byteCount > mostTextBytes) return { ...part, reason: tooLarge };
    const text = decodeText(chart.contentType, await deps.storage.get(path));
    // XML keeps its markup, because most of its content is in attributes.
    if (kind === 'xml') return { ...part, text };
    return { ...part, text: markupText(isMessage(text) ? await messageHtml(deps, chart, path) : text) };
  } catch (error) {
    if (!isLost(error)) throw error;
    return { ...part, reason: unreadable };
  }
}

/** The text of a file that may be damaged. */
const textOf = (html: string) => ({ text: markupText(html), isLeftOut: html.includes(restDamaged) });

const tooLarge = 'This document is too large to be included. Open it in the portal or ask the sender for it.';
const unreadable =
  'This document could not be read and is not included. Open it in the portal or ask the sender for it.';

async function askAbout<Action extends 'inspect' | 'html' | 'narrative'>(
  { storage, renderer }: WorkerDeps,
  key: string,
  kind: RenderKind,
  action: Action,
  input: RenderCalls[Action]['input'],
): Promise<RenderCalls[Action]['output']> {
  return await storage.withFile(key, (path) => renderer.ask(action, { key, path, kind }, input));
}

/** A message of HL7 version 2 with its field names, as shown in the portal. */
const messageHtml = (deps: WorkerDeps, { contentType }: RecordChart, key: string): Promise<string> =>
  askAbout(deps, key, 'hl7', 'html', { contentType });

/** A clinical document's embedded file, as pages or text, or its sections; for other XML its text. */
async function xmlPart(
  deps: WorkerDeps,
  { contentType }: RecordChart,
  key: string,
): Promise<'clinical' | 'text' | { text: string; isLeftOut?: boolean }> {
  const held = await ifAny(async () => {
    const { pageSizes } = await askAbout(deps, key, 'clinical', 'inspect', {});
    if (pageSizes.length > 0) return 'clinical';
    return textOf(await askAbout(deps, key, 'clinical', 'html', {}));
  });
  if (held !== null) return held;
  const input = { contentType, heldFile: heldNotIncluded };
  const narrative = await ifAny(() => askAbout(deps, key, 'clinical', 'narrative', input));
  if (narrative === null) return 'text';
  return { text: markupText(narrative), isLeftOut: narrative.includes(heldNotIncluded) };
}

const heldNotIncluded =
  '<p>This document holds or names a file instead of sections, which is not included. Open it in the portal or ask the sender for it.</p>';

/** @returns null if the file does not contain the requested part */
async function ifAny<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RenderError && error.problem === 'no_page') return null;
    throw error;
  }
}

/** Whether a retry cannot succeed. */
const isLost = (error: unknown) =>
  (error instanceof StorageError && (error.code === 'missing' || error.code === 'damaged')) ||
  (error instanceof RenderError && error.problem !== 'busy');

/** Runs the work with local files of all parts instead of their keys. */
async function withFiles<T>(
  deps: WorkerDeps,
  parts: readonly RecordPart[],
  work: (parts: RecordPart[]) => Promise<T>,
): Promise<T> {
  const open = async (index: number, opened: RecordPart[]): Promise<T> => {
    const part = parts[index];
    if (part === undefined) return await work(opened);
    const { file } = part;
    if (file === undefined) return await open(index + 1, [...opened, part]);
    let isOpen = false;
    try {
      return await deps.storage.withFile(file.path, (path) => {
        isOpen = true;
        return open(index + 1, [...opened, { ...part, file: { ...file, path } }]);
      });
    } catch (error) {
      if (isOpen || !isLost(error)) throw error;
      return await open(index + 1, [...opened, withoutFile(part)]);
    }
  };
  return await open(0, []);
}

/**
 * Composes all parts. What cannot be drawn by itself is left out, and as many of the longest documents as are too much together.
 * Failures are not remembered (the empty key): the same parts may be quick one by one.
 */
async function compose(
  { renderer }: WorkerDeps,
  parts: readonly RecordPart[],
  layout?: RecordLayout,
): Promise<ComposedRecord> {
  const ask = (some: RecordPart[]) =>
    renderer.ask('record', { key: '', path: '', kind: 'pdf' }, { parts: some, layout });
  const unlessLost = (error: unknown) => {
    if (!(error instanceof RenderError) || error.problem === 'busy') throw error;
    return undefined;
  };
  const whole = await ask([...parts]).catch(unlessLost);
  if (whole !== undefined) return whole;
  const tried: { part: RecordPart; pages: number }[] = [];
  for (const part of parts) {
    // A single part has just failed by itself.
    const alone = parts.length === 1 ? undefined : await ask([part]).catch(unlessLost);
    tried.push({ part: alone === undefined ? withoutFile(part) : part, pages: alone?.pageCount ?? 0 });
  }
  for (;;) {
    const composed = await ask(tried.map(({ part }) => part)).catch((error: unknown) => {
      if (!tried.some(({ part }) => part.file !== undefined)) throw error;
      return unlessLost(error);
    });
    if (composed !== undefined) return composed;
    const [longest] = tried
      .filter(({ part }) => part.file !== undefined)
      .toSorted((one, other) => other.pages - one.pages);
    if (longest !== undefined) longest.part = withoutFile(longest.part, tooLarge);
  }
}

/** A letter has no file. */
const withoutFile = (part: RecordPart, reason = unreadable): RecordPart =>
  'letter' in part ? part : { head: part.head, footer: part.footer, reason };

/** Composes one PDF of all parts, whose files are read from storage. */
export async function composeRecord(
  deps: WorkerDeps,
  parts: readonly RecordPart[],
  layout?: RecordLayout,
): Promise<ComposedRecord> {
  return await withFiles(deps, parts, (opened) => compose(deps, opened, layout));
}

/** The sent charts in the order of the lists, consult notes last. */
export async function findRecordCharts(db: Db, sentChartIds: readonly number[]): Promise<RecordChart[]> {
  const { rows } = await recordChart.from`sent_chart sc
    left join patient_document d on d.patient_document_id = sc.patient_document_id
    where sc.sent_chart_id = any(${sentChartIds}::bigint[]) order by sc.is_consult_note, ${chartOrder}`.execute(db);
  return rows;
}
