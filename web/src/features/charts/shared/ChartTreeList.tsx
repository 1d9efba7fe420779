import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { checkStateOf, leavesOf, rowsOf, type CheckState, type TreeNode, type TreeRow } from '../../../ui/tree.ts';
import { useTreeLines, type TreeLineProps } from '../../../ui/useTreeLines.ts';
import classes from './ChartTree.module.css';

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

interface ChartTreeRowProps extends TreeLineProps {
  ref: Ref<HTMLLIElement>;
  /** Index among all rows, and offset from the top in pixels. */
  index: number;
  offset: number;
  row: TreeRow;
  /** Null for a row that cannot be checked. */
  checkState: CheckState | null;
  /** Whether its chart is shown next to the tree. */
  isActive: boolean;
}

const ariaChecked = { checked: true, unchecked: false, mixed: 'mixed' } as const;

function countOf({ node }: TreeRow): number {
  const count = (children: TreeRow['node']['children'] = []): number =>
    children.reduce((total, child) => total + (child.children === undefined ? 1 : count(child.children)), 0);
  return count(node.children);
}

/** One row of the chart tree: caret, checkbox, name, date. */
function ChartTreeRow(props: ChartTreeRowProps): ReactNode {
  const { ref, index, offset, row, checkState, isActive, isTabStop, onCheck, onActivate, onKeyDown, onFocus } = props;
  const { node, level, isParent, isOpen, position, size } = row;
  return (
    <li
      ref={ref}
      role="treeitem"
      data-index={index}
      data-tree-key={node.key}
      aria-level={level}
      aria-expanded={isParent ? isOpen : undefined}
      aria-checked={checkState === null ? undefined : ariaChecked[checkState]}
      aria-current={isActive || undefined}
      aria-posinset={position}
      aria-setsize={size}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.row}
      style={{
        transform: `translateY(${offset}px)`,
        paddingInlineStart: `calc(0.5rem + ${level - 1} * 1.25rem + ${isParent ? 0 : 24}px)`,
      }}
      onClick={onActivate}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {isParent && <IconChevronRight size={16} className={classes.caret} data-open={isOpen || undefined} aria-hidden />}
      {checkState !== null && (
        <Checkbox.Indicator
          checked={checkState === 'checked'}
          indeterminate={checkState === 'mixed'}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onCheck();
          }}
        />
      )}
      <span className={classes.label}>{node.label}</span>
      <span className={classes.detail}>{isParent ? countOf(row) : node.detail}</span>
    </li>
  );
}
