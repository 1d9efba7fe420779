import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { checkStateOf, leavesOf, rowsOf, type TreeNode, type TreeRow } from './tree.ts';
import { moveOf } from './treeKeys.ts';
import classes from './TreeSelect.module.css';

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

/** The lines of a tree with the keys of a tree view: arrows, Home, End, `*`, letters; Space checks, Enter opens. */
export function TreeList(props: TreeListProps): ReactNode {
  const { label, nodes, isOpen, onOpenChange, chosen, onToggle, isDisabled } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const rows = rowsOf(nodes, isOpen);
  const tabStop = rows.some(({ node }) => node.key === focusKey) ? focusKey : rows[0]?.node.key;

  const toggle = ({ node }: TreeRow) => {
    if (!isDisabled) onToggle(leavesOf([node]));
  };
  const activate = (row: TreeRow) => {
    if (row.isParent) onOpenChange([row.node.key], !row.isOpen);
    else toggle(row);
  };
  const handleKey = (event: KeyboardEvent, row: TreeRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, row.node.key, rows);
    if (event.key === ' ') toggle(row);
    else if (event.key === 'Enter') activate(row);
    else if (move === undefined) return;
    else if ('focus' in move)
      list.current?.querySelector<HTMLElement>(`[data-tree-key="${CSS.escape(move.focus)}"]`)?.focus();
    else if ('open' in move) onOpenChange(move.open, true);
    else onOpenChange([move.close], false);
    event.preventDefault();
    // A letter leads within the tree; Enter and arrows are not those of the dialog or the page around it.
    event.stopPropagation();
  };
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
        <Line
          key={row.node.key}
          row={row}
          chosen={chosen}
          isDisabled={isDisabled}
          isTabStop={row.node.key === tabStop}
          onCheck={() => toggle(row)}
          onActivate={() => activate(row)}
          onKeyDown={(event) => handleKey(event, row)}
          onFocus={() => setFocusKey(row.node.key)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  row: TreeRow;
  chosen: ReadonlySet<string>;
  isDisabled: boolean;
  isTabStop: boolean;
  onCheck: () => void;
  onActivate: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
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
