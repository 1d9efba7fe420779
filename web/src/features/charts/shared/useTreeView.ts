import type { PatientCharts } from '@careloop/contracts/charts';
import type { ChartViewMode } from '@careloop/contracts/charts/tree';
import { useMemo, useState } from 'react';
import type { TreeNode } from '../../../ui/tree.ts';
import { matchesChartSearch, type ChartItem } from './chartItems.ts';
import { chartNodesOf, groupsOf } from './chartNodes.ts';

/** State of a chart tree: its nodes in the selected view, filtered by the search. */
export interface TreeView {
  nodes: readonly TreeNode[];
  term: string;
  setTerm: (term: string) => void;
  isSearching: boolean;
}

/** State of a chart tree, kept outside the tree for components that need its order. Empty without charts. */
export function useTreeView(
  groupings: PatientCharts['groupings'] | undefined,
  items: ReadonlyMap<string, ChartItem> | undefined,
  viewMode: ChartViewMode = 'visit',
): TreeView {
  const [term, setTerm] = useState('');
  const isSearching = term.trim() !== '';
  const nodes = useMemo(() => {
    if (groupings === undefined || items === undefined) return [];
    const found = isSearching ? new Map([...items].filter(([, item]) => matchesChartSearch(item, term))) : items;
    return chartNodesOf(groupsOf(groupings, viewMode), found);
  }, [groupings, items, isSearching, term, viewMode]);
  return { nodes, term, setTerm, isSearching };
}
