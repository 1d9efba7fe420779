import type { PatientDocument } from '@careloop/contracts/charts';
import { documentSelection } from '@careloop/contracts/charts/selection';
import { chartTreeTexts, type ChartGroup, type ChartViewMode } from '@careloop/contracts/charts/tree';
import { describe, expect, it } from 'vitest';
import { chartItemsOf, matchesChartSearch, pickedItems, selectionCounter, sendableOf } from './chartItems.ts';
import { chartNodesOf, groupsOf, groupText } from './chartNodes.ts';

function aDocument(patientDocumentId: number, over: Partial<PatientDocument> = {}): PatientDocument {
  return {
    patientDocumentId,
    documentTypeName: 'Progress note',
    documentName: `Note ${patientDocumentId}`,
    isSuperseded: false,
    restriction: null,
    isArchived: false,
    dateProvided: '2026-03-04T15:00:00Z',
    authorName: null,
    uploadedByName: null,
    contentType: 'text/plain',
    documentPageCount: 2,
    patientEncounterId: null,
    encounterDate: null,
    dischargeDate: null,
    encounterTimeZone: null,
    encounterType: null,
    facilityName: null,
    accountNumber: null,
    referralId: null,
    ...over,
  };
}

const charts = {
  documents: [aDocument(1, { authorName: 'Patel, Anjali' }), aDocument(2, { documentPageCount: 3 })],
  appointments: [],
  referrals: [],
};

const aGroup = (over: Partial<ChartGroup>): ChartGroup => ({
  key: 'key',
  kind: 'documentType',
  label: 'Progress note',
  visit: null,
  month: null,
  charts: [],
  groups: [],
  ...over,
});

describe('charts', () => {
  const items = chartItemsOf(7, charts);

  it('include demographics and summary of care besides charts with rows', () => {
    expect([...items.keys()]).toEqual(['3:1', '3:2', '1:-100', '5:-900']);
  });

  it('are found by every word of a search', () => {
    const found = (term: string) => [...items.values()].filter((item) => matchesChartSearch(item, term)).length;
    expect(found('patel progress')).toBe(1);
    expect(found('summary')).toBe(1);
    expect(found('patel radiology')).toBe(0);
  });

  it('are counted with their pages', () => {
    const picked = pickedItems(items, [
      { associationType: 3, patientDocumentId: 2 },
      { associationType: 1, patientId: 7 },
      { associationType: 3, patientDocumentId: 99 },
    ]);
    expect(selectionCounter(picked)).toBe('2 Document(s) Selected / 4 Page(s) Selected');
  });

  it('can be sent unless they were archived or removed', () => {
    const listed = chartItemsOf(7, { ...charts, documents: [aDocument(1), aDocument(2, { isArchived: true })] });
    expect(sendableOf(listed, [1, 2, 99].map(documentSelection))).toEqual([documentSelection(1)]);
  });
});

describe('parents', () => {
  const visit = {
    accountNumber: 'A1',
    encounterDate: '2026-03-04T15:00:00Z',
    dischargeDate: '2026-03-09T15:00:00Z',
    timeZone: null,
    encounterType: 'inpatient',
    facilityName: 'Lakeside Clinic',
  };

  it('show the dates of a visit, and the month', () => {
    expect(groupText(aGroup({ visit }))).toBe('3/4/26 – 3/9/26 · Inpatient · Lakeside Clinic · Account A1');
    const sameDay = { ...visit, dischargeDate: null, accountNumber: null };
    expect(groupText(aGroup({ visit: sameDay }))).toBe('3/4/26 · Inpatient · Lakeside Clinic');
    // The days of its place, where it is the next day already.
    const abroad = { ...sameDay, encounterDate: '2026-03-04T10:30:00Z', timeZone: 'Pacific/Kiritimati' };
    expect(groupText(aGroup({ visit: abroad }))).toBe('3/5/26 · Inpatient · Lakeside Clinic');
    expect(groupText(aGroup({ label: '', month: '2026-03' }))).toBe('March 2026');
  });

  it('are left out if none of their charts is in the list', () => {
    const groups = [aGroup({ charts: ['3:1'] }), aGroup({ key: 'other', charts: ['2:4'] })];
    const labs = aGroup({
      key: 'labs',
      label: 'Labs',
      groups: [aGroup({ key: 'a1c', label: 'A1c', charts: ['3:2'] })],
    });
    const nodes = chartNodesOf([...groups, labs], chartItemsOf(7, charts));
    expect(nodes.map(({ label, children }) => [label, children?.map((child) => child.label)])).toEqual([
      ['Progress note', ['Note 1']],
      ['Labs', ['A1c']],
    ]);
  });

  it('exist for three views; an unsupported view throws', () => {
    const groupings = { visit: [], date: [], chartType: [aGroup({})] };
    expect(groupsOf(groupings, 'chartType')).toHaveLength(1);
    expect(() => groupsOf(groupings, 'author' as ChartViewMode)).toThrow(chartTreeTexts.unsupportedView);
  });
});
