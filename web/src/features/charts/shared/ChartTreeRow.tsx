import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatDate } from '../../../ui/dates.ts';
import classes from './ChartTree.module.css';
import type { CheckState } from './chartGroups.ts';
import type { ChartRow } from './chartRows.ts';

export interface ChartTreeRowProps {
  row: ChartRow;
  checkState: CheckState;
  /** The line that Tab reaches. */
  isTabStop: boolean;
  /** Its document is the one shown beside the tree. */
  isActive: boolean;
  onCheck: () => void;
  onActivate: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLLIElement>) => void;
  onFocus: () => void;
}

const ariaChecked = { checked: true, unchecked: false, mixed: 'mixed' } as const;

function Line({ row }: { row: ChartRow }): ReactNode {
  if (row.kind === 'document') {
    return (
      <>
        <span className={classes.label}>{row.document.documentName}</span>
        <span className={classes.detail}>{formatDate(row.document.dateProvided)}</span>
      </>
    );
  }
  return (
    <>
      <span className={classes.label}>{row.group.label}</span>
      <span className={classes.detail}>{row.group.documents.length}</span>
    </>
  );
}

/** One line of the chart tree: caret, checkbox, name, date. */
export function ChartTreeRow({
  row,
  checkState,
  isTabStop,
  isActive,
  onCheck,
  onActivate,
  onKeyDown,
  onFocus,
}: ChartTreeRowProps): ReactNode {
  const isGroup = row.kind === 'group';
  return (
    <li
      role="treeitem"
      data-tree-key={row.key}
      aria-level={isGroup ? 1 : 2}
      aria-expanded={isGroup ? row.isOpen : undefined}
      aria-checked={ariaChecked[checkState]}
      aria-posinset={isGroup ? undefined : row.position}
      aria-setsize={isGroup ? undefined : row.size}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={isGroup ? classes.row : `${classes.row} ${classes.document}`}
      onClick={onActivate}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {isGroup && (
        <IconChevronRight size={16} className={classes.caret} data-open={row.isOpen || undefined} aria-hidden />
      )}
      <Checkbox.Indicator
        checked={checkState === 'checked'}
        indeterminate={checkState === 'mixed'}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          onCheck();
        }}
      />
      <Line row={row} />
    </li>
  );
}
