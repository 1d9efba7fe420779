import type { PatientDocument } from '@careloop/contracts/charts';
import type { KeyRow } from '../../../ui/treeKeys.ts';
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

/** The same line as the keys of a tree see it. */
export function keyRowOf(row: ChartRow): KeyRow {
  if (row.kind === 'group') {
    const { key, group, isOpen } = row;
    return { node: { key, label: group.label }, parentKey: null, isParent: true, isOpen };
  }
  const node = { key: row.key, label: row.document.documentName };
  return { node, parentKey: row.groupKey, isParent: false, isOpen: false };
}
