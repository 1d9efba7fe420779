import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { checkStateOf, leavesOf, rowsOf, type TreeNode, type TreeRow } from './tree.ts';
import classes from './TreeSelect.module.css';
import { useTreeLines, type TreeLineProps } from './useTreeLines.ts';

export interface TreeListProps {
  label: string;
  nodes: readonly TreeNode[];
  isOpen: (key: string) => boolean;
  onOpenChange: (keys: readonly string[], isOpen: boolean) => void;
  chosen: ReadonlySet<string>;
  onToggle: (leaves: readonly string[]) => void;
  isDisabled: boolean;
}

const ariaChecked = { checked: true, unchecked: false, mixed: 'mixed' } as const;

/** Rows of a tree view with its keys: arrows, Home, End, `*`, letters; Space checks, Enter opens. */
export function TreeList(props: TreeListProps): ReactNode {
  const { label, nodes, isOpen, onOpenChange, chosen, onToggle, isDisabled } = props;
  const rows = rowsOf(nodes, isOpen);
  const toggle = (key: string) => {
    const row = rows.find(({ node }) => node.key === key);
    if (row !== undefined && !isDisabled) onToggle(leavesOf([row.node]));
  };
  const { list, lineProps } = useTreeLines(rows, { onOpenChange, onCheck: toggle, onLeaf: toggle });
  return (
    <ul
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-disabled={isDisabled || undefined}
      ref={list}
      className={classes['tree']}
    >
      {rows.map((row) => (
        <Line key={row.node.key} row={row} chosen={chosen} isDisabled={isDisabled} {...lineProps(row)} />
      ))}
    </ul>
  );
}

interface LineProps extends TreeLineProps {
  row: TreeRow;
  chosen: ReadonlySet<string>;
  isDisabled: boolean;
}

function Line({ row, chosen, isDisabled, isTabStop, onCheck, onActivate, onKeyDown, onFocus }: LineProps): ReactNode {
  const { node, isParent, isOpen, level } = row;
  const checkState = checkStateOf(node, chosen);
  return (
    <li
      role="treeitem"
      data-tree-key={node.key}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={isParent ? isOpen : undefined}
      aria-checked={ariaChecked[checkState]}
      aria-disabled={isDisabled || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes['row']}
      style={{ paddingInlineStart: `calc(0.5rem + ${level - 1} * 1.25rem)` }}
      onClick={onActivate}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <span className={classes['caretPlace']}>
        {isParent && (
          <IconChevronRight size={16} className={classes['caret']} data-open={isOpen || undefined} aria-hidden />
        )}
      </span>
      <Checkbox.Indicator
        checked={checkState === 'checked'}
        indeterminate={checkState === 'mixed'}
        disabled={isDisabled}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          onCheck();
        }}
      />
      <span className={classes['label']}>{node.label}</span>
      <span className={classes['detail']}>{isParent ? <Counts node={node} chosen={chosen} /> : node.detail}</span>
    </li>
  );
}

function Counts({ node, chosen }: Pick<LineProps, 'chosen'> & { node: TreeNode }): ReactNode {
  const leaves = leavesOf([node]);
  const count = leaves.filter((key) => chosen.has(key)).length;
  return `${count} of ${leaves.length}`;
}
