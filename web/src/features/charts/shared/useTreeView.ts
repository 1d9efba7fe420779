import type { PatientCharts } from '@careloop/contracts/charts';
import type { ChartViewMode } from '@careloop/contracts/charts/tree';
import { useMemo, useState } from 'react';
import type { TreeNode } from '../../../ui/tree.ts';
import { matchesChartSearch, type ChartItem } from './chartItems.ts';
import { chartNodesOf, groupsOf } from './chartNodes.ts';

/** What a tree of charts shows at present: its lines in the view that was chosen, and of a search what it found. */
export interface TreeView {
  nodes: readonly TreeNode[];
  viewMode: ChartViewMode;
  setViewMode: (viewMode: ChartViewMode) => void;
  term: string;
  setTerm: (term: string) => void;
  isSearching: boolean;
}

/** The view of a tree, kept beside the tree by whoever needs its order. Without charts it is empty. */
export function useTreeView(
  groupings: PatientCharts['groupings'] | undefined,
  items: ReadonlyMap<string, ChartItem> | undefined,
): TreeView {
  const [viewMode, setViewMode] = useState<ChartViewMode>('visit');
  const [term, setTerm] = useState('');
  const isSearching = term.trim() !== '';
  const nodes = useMemo(() => {
    if (groupings === undefined || items === undefined) return [];
    const found = isSearching ? new Map([...items].filter(([, item]) => matchesChartSearch(item, term))) : items;
    return chartNodesOf(groupsOf(groupings, viewMode), found);
  }, [groupings, items, isSearching, term, viewMode]);
  return { nodes, viewMode, setViewMode, term, setTerm, isSearching };
}
