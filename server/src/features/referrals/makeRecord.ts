import { composeRecord, findRecordCharts, mostRecordBytes, partOf } from '../../core/charts/record/compose.ts';
import { letterMark } from '@careloop/contracts/letters';

import { findLetterBrand } from '../../core/charts/letterBrand.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import type { RecordPart, RecordText } from '../../platform/rendering/messages.ts';

/** The first pages of a record, as they were when it was requested. */
export interface RecordSummary extends RecordText {
  /** Whom it is about, on every page. */
  subject: string;
  /** IANA name of the time zone of its times. */
  timeZone: string;
}

/** Creates a requested complete record. A repeated run starts over. */
export async function makeRecord(
  deps: WorkerDeps,
  { referralRecordId }: { referralRecordId: number },
  { isLastAttempt }: JobAttempt,
): Promise<void> {
  const { db } = deps;
  const update = (columns: Record<string, unknown>) =>
    db.updateTable('referral_record').set(columns).where('referral_record_id', '=', referralRecordId).execute();
  const asked = await db
    .updateTable('referral_record')
    .set({ status: 'running', documents_done: 0 })
    .where('referral_record_id', '=', referralRecordId)
    .where('status', 'in', ['queued', 'running'])
    .returning(['referral_id', 'sent_chart_ids', 'summary'])
    .executeTakeFirst();
  if (asked === undefined) return;
  try {
    const { subject, timeZone, ...summary } = asked.summary as unknown as RecordSummary;
    const making = { deps, footer: subject, timeZone };
    const charts = await findRecordCharts(db, asked.sent_chart_ids);
    const brand = await findLetterBrand(db, 'referral', asked.referral_id);
    const mark = letterMark(brand, summary.letterhead ?? []);
    const parts: RecordPart[] = [{ letter: { ...summary, mark }, footer: making.footer }];
    let room = mostRecordBytes;
    for (const [index, chart] of charts.entries()) {
      const part = await partOf(making, chart, `${index + 1} of ${charts.length}`, room);
      if (part.file !== undefined) room -= chart.byteCount;
      parts.push(part);
      await update({ documents_done: index + 1 });
    }
    const { pdf, pageCount } = await composeRecord(deps, parts, {
      footer: making.footer,
      isLetter: true,
      hasHeads: true,
    });
    const { key, byteCount } = await deps.storage.put(pdf);
    await update({
      status: 'ready',
      storage_key: key,
      byte_count: byteCount,
      page_count: pageCount,
      finished_at: new Date(),
    });
  } catch (error) {
    if (isLastAttempt) await update({ status: 'failed', finished_at: new Date() });
    throw error;
  }
}
