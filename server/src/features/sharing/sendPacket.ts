import { chartDateText, momentText } from '../../core/charts/momentText.ts';
import { composeRecord, findRecordCharts, mostRecordBytes, partOf } from '../../core/charts/record/compose.ts';
import { formatPhone } from '@careloop/contracts/fields';
import { emrTexts } from '@careloop/contracts/sharing/emr';
import { sendDelivery } from '../../core/integrations/deliveries.ts';
import type { Delivery } from '../../core/integrations/deliveryRows.ts';
import { documentSender } from '../../core/integrations/ehr/documentSender.ts';
import { UndeliverableError } from '../../core/integrations/sender.ts';
import type { DeliverySender } from '../../core/integrations/sender.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobRun } from '../../platform/jobs/handler.ts';
import type { RecordPart } from '../../platform/rendering/messages.ts';
import { deliveryCover } from './cover.ts';
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
  { isLastAttempt }: Pick<JobRun, 'isLastAttempt'>,
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
    await sendDelivery(db, sender, key, { packet, willRunAgain: !isLastAttempt });
  } catch (error) {
    const isFinal = error instanceof UndeliverableError;
    if (isFinal || isLastAttempt) await giveUp(db, key, isFinal ? error.message : notComposed);
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
  const footer = cover.patient;
  const names = charts.map(
    (chart, index) =>
      `${index + 1}. ${chart.chartName} · ${chart.chartTypeName}${chart.chartDate === null ? '' : ` · ${chartDateText(chart.chartDate)}`}`,
  );
  const parts: RecordPart[] = [{ cover: coverPage(delivery, cover, names), footer }];
  let room = mostRecordBytes;
  for (const [index, chart] of charts.entries()) {
    const part = await partOf({ deps, footer }, chart, `${index + 1} of ${charts.length}`, room);
    if (part.file !== undefined) room -= chart.byteCount;
    // Fax pages cost paper, so a file gets no cover page of its own.
    parts.push({ ...part, isBare: true });
  }
  const layout = { footer, isLetter: true, isCondensed: cover.condensePages };
  const { pdf, pageCount, leftOut } = await composeRecord(deps, `packet-${delivery.delivery_id}`, parts, layout);
  requireComplete(leftOut);
  return { bytes: pdf, pageCount };
}

function coverPage(delivery: Delivery, cover: DeliveryCover, names: readonly string[]): RecordPart['cover'] {
  const { channel, recipient_name, recipient_address, subject, body, created_at } = delivery;
  const address = channel === 'fax' ? formatPhone(recipient_address.replace(/^\+1/, '')) : recipient_address;
  const facts: [string, string][] = [
    ['To', `${recipient_name ?? ''} · ${address}`],
    ['From', `${cover.fromName} · ${cover.fromOrganization}`],
    ['Date', momentText(created_at)],
    ['Patient', cover.patient],
    ['Marked', cover.flags.join(' · ')],
    ['Subject', subject ?? ''],
    ['Comments', body],
  ];
  return {
    title: titles[channel === 'fax' ? 'fax' : 'direct'],
    facts: facts.filter(([, value]) => value !== ''),
    paragraphs: [
      names.length === 1 ? '1 document follows:' : `${names.length} documents follow:`,
      ...names,
      '',
      'This is confidential health information. If it reached you by mistake, tell the sender and destroy it.',
    ],
  };
}
