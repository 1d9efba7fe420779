import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import type { CheckState, TreeRow } from '../../../ui/tree.ts';
import type { TreeLineProps } from '../../../ui/useTreeLines.ts';
import classes from './ChartTree.module.css';

export interface ChartTreeRowProps extends TreeLineProps {
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
export function ChartTreeRow(props: ChartTreeRowProps): ReactNode {
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
