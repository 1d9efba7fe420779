import { chartKeyOf, chartSelection } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';

import type { Actor } from '../access/actor.ts';
import { requirePatient } from '../access/patientAccess.ts';
import type { Db } from '../db/client.ts';
import { sendCharts, sentWithReferral } from './sentCharts.ts';

/**
 * Makes what goes along with a referral the selected charts: one that was sent already stays as it was then, one that is new goes
 * along as it is now, one that is no longer selected is taken back.
 * @returns the names of those that were taken back and of those that were added, or null when they are the same
 */
export async function replaceSentCharts(
  db: Db,
  actor: Actor,
  { referralId, patientId }: { referralId: number; patientId: number },
  selections: readonly ChartSelection[],
): Promise<{ from: string | null; to: string | null } | null> {
  const before = (await sentWithReferral(referralId).execute(db)).rows;
  const keyed = before.map((chart) => {
    const selection = chartSelection.safeParse({ ...chart, patientId });
    return { chart, key: selection.success ? chartKeyOf(selection.data) : null };
  });
  const wanted = new Set(selections.map(chartKeyOf));
  // Whose row is gone since cannot be selected any more; it stays as it was sent.
  const removed = keyed.filter(({ key }) => key !== null && !wanted.has(key)).map(({ chart }) => chart);
  const sent = new Set(keyed.map(({ key }) => key));
  const added = selections.filter((selection) => !sent.has(chartKeyOf(selection)));
  if (removed.length === 0 && added.length === 0) return null;
  // Who sees the referral alone may take charts back, and opens none of the patient by adding it.
  if (added.length > 0) await requirePatient(db, actor, patientId);
  const removedIds = removed.map((chart) => chart.sentChartId);
  if (removedIds.length > 0) {
    await db
      .deleteFrom('sent_chart')
      .where('referral_id', '=', referralId)
      .where('sent_chart_id', 'in', removedIds)
      .execute();
  }
  await sendCharts(db, { referralId, patientId }, added);
  const known = new Set(before.map((chart) => chart.sentChartId));
  const after = (await sentWithReferral(referralId).execute(db)).rows;
  const isNew = after.filter((chart) => !known.has(chart.sentChartId));
  const names = (charts: readonly { chartName: string }[]) => charts.map((chart) => chart.chartName).join(', ') || null;
  return { from: names(removed), to: names(isNew) };
}
