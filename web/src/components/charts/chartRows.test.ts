import type { PatientDocument } from '@careloop/contracts/charts';
import { describe, expect, it } from 'vitest';
import type { ChartGroup } from './chartGroups.ts';
import { moveOf, visibleRows } from './chartRows.ts';

const aGroup = (key: string, ...ids: number[]): ChartGroup => ({
  key,
  label: key,
  documents: ids.map((patientDocumentId) => ({ patientDocumentId }) as PatientDocument),
});

describe('the lines of a chart tree', () => {
  const groups = [aGroup('a', 1, 2), aGroup('b', 3)];
  const rows = visibleRows(groups, (key) => key === 'a');

  it('shows the documents of open parents only', () => {
    expect(rows.map((row) => row.key)).toEqual(['a', 'a/1', 'a/2', 'b']);
  });

  it.each([
    ['ArrowDown', 'a', { focus: 'a/1' }],
    ['ArrowDown', 'b', { focus: 'b' }],
    ['ArrowUp', 'b', { focus: 'a/2' }],
    ['Home', 'b', { focus: 'a' }],
    ['End', 'a', { focus: 'b' }],
    ['ArrowRight', 'a', { focus: 'a/1' }],
    ['ArrowRight', 'b', { open: 'b' }],
    ['ArrowRight', 'a/1', undefined],
    ['ArrowLeft', 'a', { close: 'a' }],
    ['ArrowLeft', 'a/2', { focus: 'a' }],
    ['ArrowLeft', 'b', undefined],
    ['x', 'a', undefined],
  ])('%s on %s', (key, from, move) => {
    expect(moveOf(key, from, rows)).toEqual(move);
  });
});
