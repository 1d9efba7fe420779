import type { PatientDocument } from '@careloop/contracts/charts';
import type { ChartGroup } from './chartGroups.ts';

/** A visible line of the tree: a parent, or a document below an open one. */
export type ChartRow =
  | { kind: 'group'; key: string; group: ChartGroup; isOpen: boolean }
  | { kind: 'document'; key: string; document: PatientDocument; groupKey: string; position: number; size: number };

/** The lines of the tree from top to bottom. */
export function visibleRows(groups: readonly ChartGroup[], isOpen: (key: string) => boolean): ChartRow[] {
  return groups.flatMap((group): ChartRow[] => {
    const parent: ChartRow = { kind: 'group', key: group.key, group, isOpen: isOpen(group.key) };
    if (!parent.isOpen) return [parent];
    const size = group.documents.length;
    const children = group.documents.map((document, index): ChartRow => ({
      kind: 'document',
      key: `${group.key}/${document.patientDocumentId}`,
      document,
      groupKey: group.key,
      position: index + 1,
      size,
    }));
    return [parent, ...children];
  });
}

/** What a key does in a tree (WAI-ARIA tree view): move to a line, or open or close a parent. */
export type TreeMove = { focus: string } | { open: string } | { close: string };

function moveRight(row: ChartRow, rows: readonly ChartRow[], index: number): TreeMove | undefined {
  if (row.kind !== 'group') return undefined;
  if (!row.isOpen) return { open: row.key };
  const child = rows[index + 1];
  return child === undefined ? undefined : { focus: child.key };
}

function moveLeft(row: ChartRow): TreeMove | undefined {
  if (row.kind === 'document') return { focus: row.groupKey };
  return row.isOpen ? { close: row.key } : undefined;
}

/** Where a key leads from a line; undefined for keys that are none of the tree's. */
export function moveOf(pressed: string, from: string, rows: readonly ChartRow[]): TreeMove | undefined {
  const index = rows.findIndex((row) => row.key === from);
  const row = rows[index];
  if (row === undefined) return undefined;
  const focusAt = (target: number): TreeMove => ({
    focus: (rows[Math.min(Math.max(target, 0), rows.length - 1)] ?? row).key,
  });
  if (pressed === 'ArrowDown') return focusAt(index + 1);
  if (pressed === 'ArrowUp') return focusAt(index - 1);
  if (pressed === 'Home') return focusAt(0);
  if (pressed === 'End') return focusAt(rows.length - 1);
  if (pressed === 'ArrowRight') return moveRight(row, rows, index);
  if (pressed === 'ArrowLeft') return moveLeft(row);
  return undefined;
}
