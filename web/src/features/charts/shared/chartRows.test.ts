import type { PatientDocument } from '@careloop/contracts/charts';
import { describe, expect, it } from 'vitest';
import type { ChartGroup } from './chartGroups.ts';
import { keyRowOf, visibleRows } from './chartRows.ts';

const aGroup = (key: string, ...ids: number[]): ChartGroup => ({
  key,
  label: key,
  documents: ids.map(
    (patientDocumentId) => ({ patientDocumentId, documentName: `Document ${patientDocumentId}` }) as PatientDocument,
  ),
});

describe('the lines of a chart tree', () => {
  const groups = [aGroup('a', 1, 2), aGroup('b', 3)];
  const rows = visibleRows(groups, (key) => key === 'a');

  it('show the documents of open parents only', () => {
    expect(rows.map((row) => row.key)).toEqual(['a', 'a/1', 'a/2', 'b']);
  });

  it('are open or closed parents and leaves to the keys of a tree', () => {
    expect(rows.slice(0, 2).map(keyRowOf)).toEqual([
      { node: { key: 'a', label: 'a' }, parentKey: null, isParent: true, isOpen: true },
      { node: { key: 'a/1', label: 'Document 1' }, parentKey: 'a', isParent: false, isOpen: false },
    ]);
  });
});
