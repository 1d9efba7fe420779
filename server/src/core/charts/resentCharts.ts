import { chartKeyOf, chartSelection } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';

import type { Actor } from '../../platform/identity/actor.ts';
import { requirePatient } from '../access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { isOfOther, sendCharts, sentWithReferral } from './sentCharts.ts';

/**
 * Replaces the charts sent with a referral by the selected ones. A chart that was already sent keeps its content, a new one
 * is sent with its current content, and one that is no longer selected is withdrawn.
 * @returns the names of the withdrawn and added charts, or null if nothing changed
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
  // A chart whose source row no longer exists cannot be selected; it stays as it was sent.
  const removed = keyed.filter(({ key }) => key !== null && !wanted.has(key)).map(({ chart }) => chart);
  const sent = new Set(keyed.map(({ key }) => key));
  // Demographics and summary of care have the same key for every patient. `sendCharts` refuses those of another patient.
  const added = selections.filter((selection) => isOfOther(selection, patientId) || !sent.has(chartKeyOf(selection)));
  if (removed.length === 0 && added.length === 0) return null;
  // A user with access to the referral but not to the patient may withdraw charts, but not add any.
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
