import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { checkStateOf, leavesOf, rowsOf, type CheckState, type TreeNode } from '../../../ui/tree.ts';
import { useTreeLines } from '../../../ui/useTreeLines.ts';
import classes from './ChartTree.module.css';
import { ChartTreeRow } from './ChartTreeRow.tsx';

export interface ChartTreeListProps {
  label: string;
  nodes: readonly TreeNode[];
  isOpen: (key: string) => boolean;
  onOpenChange: (keys: readonly string[], isOpen: boolean) => void;
  /** Null if charts cannot be checked. */
  checked: ReadonlySet<string> | null;
  canBeChecked: (key: string) => boolean;
  onToggle: (leaves: readonly string[]) => void;
  shownKey: string | null;
  onShow: (key: string) => void;
}

/**
 * Rows of the chart tree with the keys of a tree view: arrows, Home, End, `*`, letters; Space checks, Enter shows. Only
 * rows near the view are rendered, and the focused one.
 */
export function ChartTreeList(props: ChartTreeListProps): ReactNode {
  const { label, nodes, isOpen, onOpenChange, checked, canBeChecked, onToggle, shownKey, onShow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = rowsOf(nodes, isOpen);
  const toggle = (key: string) => {
    const row = rows.find(({ node }) => node.key === key);
    if (row !== undefined && checked !== null) onToggle(leavesOf([row.node]));
  };
  const { list, lineProps, tabStop } = useTreeLines(rows, { onOpenChange, onCheck: toggle, onLeaf: onShow });
  const tabStopIndex = rows.findIndex(({ node }) => node.key === tabStop);

  // oxlint-disable-next-line react/incompatible-library -- its result is not passed to anything memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 12,
    getItemKey: (index) => rows[index]?.node.key ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(tabStopIndex < 0 ? [] : [tabStopIndex])])].toSorted(
        (one, other) => one - other,
      ),
  });
  const shownIndex = rows.findIndex(({ node }) => node.key === shownKey);
  const isListed = shownIndex >= 0;
  const reveal = useEffectEvent(() => isListed && virtual.scrollToIndex(shownIndex, { align: 'auto' }));
  // Only for these, not when rows above it open or close.
  useEffect(() => void reveal(), [shownKey, isListed]);
  const pickable = useMemo(() => nodes.map((node) => onlyPickable(node, canBeChecked)), [nodes, canBeChecked]);
  const pickableByKey = useMemo(() => byKey(pickable), [pickable]);
  const stateOf = (key: string): CheckState | null => {
    const node = pickableByKey.get(key);
    return checked === null || node === undefined || leavesOf([node]).length === 0 ? null : checkStateOf(node, checked);
  };

  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        role="tree"
        aria-label={label}
        aria-multiselectable={checked === null ? undefined : true}
        ref={list}
        className={classes.tree}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <ChartTreeRow
              key={key}
              ref={virtual.measureElement}
              index={index}
              offset={start}
              row={row}
              checkState={stateOf(row.node.key)}
              isActive={row.node.key === shownKey}
              {...lineProps(row)}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** A node without charts that cannot be checked, so that a parent's state counts only those that can. */
function onlyPickable(node: TreeNode, canBeChecked: (key: string) => boolean): TreeNode {
  if (node.children === undefined) return canBeChecked(node.key) ? node : { ...node, children: [] };
  return { ...node, children: node.children.map((child) => onlyPickable(child, canBeChecked)) };
}

function byKey(nodes: readonly TreeNode[], found = new Map<string, TreeNode>()): Map<string, TreeNode> {
  for (const node of nodes) {
    found.set(node.key, node);
    byKey(node.children ?? [], found);
  }
  return found;
}
