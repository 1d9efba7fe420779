import { composeRecord, findRecordCharts, mostRecordBytes, partOf } from '../../core/charts/record/compose.ts';
import { formatPhone } from '@careloop/contracts/fields';
import { namedMoment } from '@careloop/contracts/fields/clock';
import { joined, letterMark, patientLine, recordLine, stated } from '@careloop/contracts/letters';
import type { LetterBrand } from '@careloop/contracts/letters';
import { emrTexts } from '@careloop/contracts/sharing/emr';
import { findLetterBrand } from '../../core/charts/letterBrand.ts';
import { sendDelivery } from '../../core/integrations/deliveries.ts';
import type { Delivery } from '../../core/integrations/deliveryRows.ts';
import { documentSender } from '../../core/integrations/ehr/documentSender.ts';
import { UndeliverableError } from '../../core/integrations/sender.ts';
import type { DeliverySender } from '../../core/integrations/sender.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import type { RecordPart, RecordText } from '../../platform/rendering/messages.ts';
import { deliveryCover } from './cover.ts';
import { findPaper } from './findPaper.ts';
import type { Paper } from './findPaper.ts';
import type { DeliveryCover } from './cover.ts';
import { composeDocuments } from './emr/composeDocuments.ts';
import { giveUp } from './giveUp.ts';
import { requireComplete } from './requireComplete.ts';

/** Error shown if a packet could not be composed. */
const notComposed = 'The charts could not be put together as a PDF.';

const titles = { fax: 'Fax', direct: 'Direct message' } as const;

/** Composes the packet of a delivery, once, and sends it. A repeated run sends the same bytes. */
export async function runSendPacket(
  deps: WorkerDeps,
  { deliveryId }: { deliveryId: number },
  run: JobAttempt,
): Promise<void> {
  const { db, senders } = deps;
  const delivery = await db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryId).executeTakeFirst();
  if (delivery === undefined || delivery.dedupe_key === null) return;
  const key = delivery.dedupe_key;
  try {
    const packetKey = delivery.packet_storage_key ?? (await keepPacket(deps, delivery));
    const sender = senderOf(senders, delivery);
    const packet = {
      fileName: `charts-${deliveryId}.pdf`,
      bytes: await deps.storage.get(packetKey),
      sha256: packetKey,
    };
    await sendDelivery(db, sender, key, { packet, run });
  } catch (error) {
    const isFinal = error instanceof UndeliverableError;
    if (isFinal || run.isLastAttempt) await giveUp(db, key, isFinal ? error.message : notComposed);
    if (!isFinal) throw error;
  }
}

function senderOf({ fax, direct, ehr }: WorkerDeps['senders'], { channel }: Delivery): DeliverySender {
  if (channel === 'fax') return fax;
  if (channel === 'direct') return direct;
  if (ehr === null) throw new UndeliverableError(emrTexts.notConnected);
  return documentSender(ehr);
}

/**
 * Composes and stores the packet, unless a concurrent run stored one first. Its own file then has no row and is removed as a
 * stray later.
 * @returns the storage key of the packet to send
 */
async function keepPacket(deps: WorkerDeps, delivery: Delivery): Promise<string> {
  const ids = await findSentChartIds(deps, delivery);
  const { bytes, pageCount } =
    delivery.channel === 'emr' ? await composeDocuments(deps, delivery, ids) : await composePacket(deps, delivery, ids);
  const { key, byteCount } = await deps.storage.put(bytes);
  await deps.db
    .updateTable('delivery')
    .set({ packet_storage_key: key, packet_bytes: byteCount, packet_pages: pageCount })
    .where('delivery_id', '=', delivery.delivery_id)
    .where('packet_storage_key', 'is', null)
    .execute();
  const stored = await deps.db
    .selectFrom('delivery')
    .select('packet_storage_key')
    .where('delivery_id', '=', delivery.delivery_id)
    .executeTakeFirstOrThrow();
  return stored.packet_storage_key ?? key;
}

async function findSentChartIds({ db }: WorkerDeps, { delivery_id: deliveryId }: Delivery): Promise<number[]> {
  const charts = await db
    .selectFrom('sent_chart')
    .select('sent_chart_id')
    .where('delivery_id', '=', deliveryId)
    .orderBy('sent_chart_id')
    .execute();
  return charts.map((one) => one.sent_chart_id);
}

async function composePacket(deps: WorkerDeps, delivery: Delivery, sentChartIds: readonly number[]) {
  const cover = deliveryCover.parse(delivery.cover);
  const charts = await findRecordCharts(deps.db, sentChartIds);
  const paper = {
    ...(await findPaper(deps.db, delivery)),
    brand: await findLetterBrand(deps.db, 'delivery', delivery.delivery_id),
  };
  const { timeZone } = paper;
  const footer = patientLine(cover.patient);
  const names = charts.map((chart, index) => `${index + 1}. ${recordLine(chart, timeZone)}`);
  const parts: RecordPart[] = [{ letter: coverPage(delivery, cover, paper, names), footer }];
  let room = mostRecordBytes;
  for (const [index, chart] of charts.entries()) {
    const part = await partOf({ deps, footer, timeZone }, chart, `${index + 1} of ${charts.length}`, room);
    if (part.file !== undefined) room -= chart.byteCount;
    parts.push(part);
  }
  const layout = { footer, isLetter: true, hasHeads: true, isCondensed: cover.condensePages };
  const { pdf, pageCount, leftOut } = await composeRecord(deps, parts, layout);
  requireComplete(leftOut);
  return { bytes: pdf, pageCount };
}

/** The cover as a letter: letterhead, title, patient, from and to, what follows. */
function coverPage(
  delivery: Delivery,
  cover: DeliveryCover,
  paper: Paper & { brand: LetterBrand },
  names: readonly string[],
): RecordText {
  const { channel, recipient_name, recipient_address, sender_address, subject, body, created_at } = delivery;
  const isFax = channel === 'fax';
  const reach = (address: string) => (isFax ? faxText(address) : address);
  const phone = formatPhone(paper.senderPhone);
  const from = joined([phone && `Phone ${phone}`, reach(sender_address)]);
  const letterhead = stated([cover.fromOrganization || cover.fromName, from]);
  const facts: [string, string][] = [
    ['Marked', joined(cover.flags)],
    ['Subject', subject ?? ''],
    ['Comments', body],
    [`Records (${names.length})`, names.join('\n')],
  ];
  return {
    mark: letterMark(paper.brand, letterhead),
    letterhead,
    title: titles[isFax ? 'fax' : 'direct'],
    meta: `Sent ${namedMoment(created_at, paper.timeZone)}`,
    blocks: [
      [{ label: 'Patient', lines: stated([cover.patient.name, cover.patient.identity]) }],
      [
        { label: 'From', lines: stated([cover.fromName, cover.fromOrganization, from]) },
        { label: 'To', lines: stated([recipient_name, reach(recipient_address)]) },
      ],
    ],
    facts: facts.filter(([, value]) => value !== ''),
    paragraphs: [
      'This is confidential health information. If it reached you by mistake, tell the sender and destroy it.',
    ],
  };
}

/** "Fax (617) 555-0123"; empty without a number. */
function faxText(number: string): string {
  const text = formatPhone(number.replace(/^\+1/, ''));
  return text && `Fax ${text}`;
}
