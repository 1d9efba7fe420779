import type { PatientDocument } from '@careloop/contracts/charts';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { moveOf } from '../../ui/treeKeys.ts';
import classes from './ChartTree.module.css';
import { checkStateOf, type ChartGroup } from './chartGroups.ts';
import { keyRowOf, visibleRows, type ChartRow } from './chartRows.ts';
import { ChartTreeRow } from './ChartTreeRow.tsx';

export interface ChartTreeListProps {
  label: string;
  groups: readonly ChartGroup[];
  isOpen: (key: string) => boolean;
  onOpenChange: (keys: readonly string[], isOpen: boolean) => void;
  checked: ReadonlySet<number>;
  onToggle: (documents: readonly PatientDocument[]) => void;
  shownId: number | null;
  onShow: (patientDocumentId: number) => void;
}

const documentsOf = (row: ChartRow) => (row.kind === 'group' ? row.group.documents : [row.document]);

/**
 * The lines of the chart tree with the keys of a tree view: arrows, Home, End, `*`, letters; Space checks, Enter shows. Our own and not
 * Mantine's Tree: that one does not tell screen readers what is checked, and forgets checked lines a search hides.
 */
export function ChartTreeList(props: ChartTreeListProps): ReactNode {
  const { label, groups, isOpen, onOpenChange, checked, onToggle, shownId, onShow } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const rows = visibleRows(groups, isOpen);
  const tabStop = rows.some((row) => row.key === focusKey) ? focusKey : rows[0]?.key;

  const activate = (row: ChartRow) => {
    if (row.kind === 'group') onOpenChange([row.key], !row.isOpen);
    else onShow(row.document.patientDocumentId);
  };
  const handleKey = (event: KeyboardEvent, row: ChartRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, row.key, rows.map(keyRowOf));
    if (event.key === ' ') onToggle(documentsOf(row));
    else if (event.key === 'Enter') activate(row);
    else if (move === undefined) return;
    else if ('focus' in move)
      list.current?.querySelector<HTMLElement>(`[data-tree-key="${CSS.escape(move.focus)}"]`)?.focus();
    else if ('open' in move) onOpenChange(move.open, true);
    else onOpenChange([move.close], false);
    event.preventDefault();
    // The dialog around the tree must not take Enter or the arrows as its own.
    event.stopPropagation();
  };

  return (
    <ul role="tree" aria-label={label} aria-multiselectable ref={list} className={classes.tree}>
      {rows.map((row) => (
        <ChartTreeRow
          key={row.key}
          row={row}
          checkState={checkStateOf(documentsOf(row), checked)}
          isTabStop={row.key === tabStop}
          isActive={row.kind === 'document' && row.document.patientDocumentId === shownId}
          onCheck={() => onToggle(documentsOf(row))}
          onActivate={() => activate(row)}
          onKeyDown={(event) => handleKey(event, row)}
          onFocus={() => setFocusKey(row.key)}
        />
      ))}
    </ul>
  );
}
