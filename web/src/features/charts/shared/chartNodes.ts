import type { ChartKey } from '@careloop/contracts/charts/selection';
import {
  chartTreeTexts,
  type ChartGroup,
  type ChartGroupings,
  type ChartViewMode,
  type ChartVisit,
} from '@careloop/contracts/charts/tree';
import { encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { formatDateIn } from '../../../ui/dates.ts';
import type { TreeNode } from '../../../ui/tree.ts';
import type { ChartItem } from './chartItems.ts';

/** Parent nodes of a view. */
export function groupsOf(groupings: ChartGroupings, viewMode: ChartViewMode): ChartGroup[] {
  switch (viewMode) {
    case 'visit':
      return groupings.visit;
    case 'date':
      return groupings.date;
    case 'chartType':
      return groupings.chartType;
    default:
      throw new Error(chartTreeTexts.unsupportedView);
  }
}

/** "7/4/26 – 7/9/26 · Inpatient · Lakeside Clinic · Account 1234" */
function visitText(visit: ChartVisit): string {
  const { encounterDate, dischargeDate, timeZone, encounterType, facilityName, accountNumber } = visit;
  const from = formatDateIn(encounterDate, timeZone);
  const to = dischargeDate === null ? from : formatDateIn(dischargeDate, timeZone);
  const range = to === from ? from : `${from} – ${to}`;
  const type = encounterTypeLabels[encounterType as EncounterType] ?? encounterType;
  return [range, type, facilityName, accountNumber && `Account ${accountNumber}`].filter(Boolean).join(' · ');
}

/** Formats 2026-03 as "March 2026". */
function monthText(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
}

type Parent = Omit<ChartGroup, 'groups'>;

export function groupText({ label, visit, month }: Parent): string {
  if (visit !== null) return visitText(visit);
  return month === null ? label : monthText(month);
}

/** Nodes of the tree: parents with the charts in `items`. A parent without charts is left out. */
export function chartNodesOf(groups: readonly ChartGroup[], items: ReadonlyMap<string, ChartItem>): TreeNode[] {
  const leavesOf = (charts: readonly ChartKey[]) =>
    charts.flatMap((key): TreeNode[] => {
      const item = items.get(key);
      if (item === undefined) return [];
      const date = item.date ?? '';
      return [{ key, label: item.name, detail: item.isArchived ? `Archived · ${date}` : date }];
    });
  const parentOf = (group: Parent, children: TreeNode[]): TreeNode[] =>
    children.length === 0 ? [] : [{ key: `group/${group.key}`, label: groupText(group), children }];
  return groups.flatMap((group) => {
    const below = group.groups.flatMap((one) => parentOf(one, leavesOf(one.charts)));
    return parentOf(group, [...below, ...leavesOf(group.charts)]);
  });
}
