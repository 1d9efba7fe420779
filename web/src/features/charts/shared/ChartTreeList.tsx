import type { PatientDocument } from '@careloop/contracts/charts';
import type { ReactNode } from 'react';
import { useTreeLines } from '../../../ui/useTreeLines.ts';
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

function documentsOf(row: ChartRow | undefined): readonly PatientDocument[] {
  if (row === undefined) return [];
  return row.kind === 'group' ? row.group.documents : [row.document];
}

/**
 * The lines of the chart tree with the keys of a tree view: arrows, Home, End, `*`, letters; Space checks, Enter shows. Our own and not
 * Mantine's Tree: that one does not tell screen readers what is checked, and forgets checked lines a search hides.
 */
export function ChartTreeList(props: ChartTreeListProps): ReactNode {
  const { label, groups, isOpen, onOpenChange, checked, onToggle, shownId, onShow } = props;
  const rows = visibleRows(groups, isOpen);
  const at = (key: string) => rows.find((row) => row.key === key);
  const { list, lineProps } = useTreeLines(rows.map(keyRowOf), {
    onOpenChange,
    onCheck: (key) => onToggle(documentsOf(at(key))),
    onLeaf: (key) => {
      const row = at(key);
      if (row?.kind === 'document') onShow(row.document.patientDocumentId);
    },
  });

  return (
    <ul role="tree" aria-label={label} aria-multiselectable ref={list} className={classes.tree}>
      {rows.map((row) => (
        <ChartTreeRow
          key={row.key}
          row={row}
          checkState={checkStateOf(documentsOf(row), checked)}
          isActive={row.kind === 'document' && row.document.patientDocumentId === shownId}
          {...lineProps(keyRowOf(row))}
        />
      ))}
    </ul>
  );
}
