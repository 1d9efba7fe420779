import type { PatientDocument } from '@careloop/contracts/charts';
import { describe, expect, it } from 'vitest';
import { checkStateOf, groupCharts, matchesChartSearch, selectionCounter, toggleDocuments } from './chartGroups.ts';

function aDocument(patientDocumentId: number, over: Partial<PatientDocument> = {}): PatientDocument {
  return {
    patientDocumentId,
    documentTypeName: 'Progress note',
    documentName: `Note ${patientDocumentId}`,
    isSuperseded: false,
    isArchived: false,
    dateProvided: '2026-03-04T15:00:00Z',
    authorName: null,
    uploadedByName: null,
    contentType: 'text/plain',
    documentPageCount: 2,
    patientEncounterId: null,
    encounterDate: null,
    dischargeDate: null,
    encounterType: null,
    facilityName: null,
    accountNumber: null,
    referralId: null,
    ...over,
  };
}

const visit = (patientEncounterId: number, encounterDate: string) => ({
  patientEncounterId,
  encounterDate,
  encounterType: 'office_visit',
  facilityName: 'Lakeside Clinic',
});

describe('groupCharts', () => {
  const early = aDocument(1, { ...visit(7, '2025-01-05T15:00:00Z'), dateProvided: '2025-01-05T16:00:00Z' });
  const late = aDocument(2, { ...visit(9, '2026-03-04T15:00:00Z'), documentTypeName: 'Lab report' });
  const later = aDocument(3, { ...visit(9, '2026-03-04T15:00:00Z'), dateProvided: '2026-03-06T16:00:00Z' });
  const loose = aDocument(4);
  const all = [loose, early, late, later];

  it('puts documents below their visit, newest visit and document first, and those without a visit last', () => {
    const groups = groupCharts(all, 'visit');
    expect(groups.map((group) => group.documents.map((one) => one.patientDocumentId))).toEqual([[3, 2], [1], [4]]);
    expect(groups.map((group) => group.label)).toEqual([
      '3/4/26 · Office visit · Lakeside Clinic',
      '1/5/25 · Office visit · Lakeside Clinic',
      'No visit',
    ]);
  });

  it('puts documents below their month, and below their chart type by name', () => {
    expect(groupCharts(all, 'date').map((group) => group.label)).toEqual(['March 2026', 'January 2025']);
    expect(groupCharts(all, 'type').map((group) => group.label)).toEqual(['Lab report', 'Progress note']);
  });
});

describe('checking', () => {
  const documents = [aDocument(1), aDocument(2, { documentPageCount: 3 })];

  it('tells all, some and none', () => {
    expect(checkStateOf(documents, new Set())).toBe('unchecked');
    expect(checkStateOf(documents, new Set([2]))).toBe('mixed');
    expect(checkStateOf(documents, new Set([1, 2, 5]))).toBe('checked');
  });

  it('checks a parent that is checked in part, unchecks one that is checked whole, and leaves others alone', () => {
    expect([...toggleDocuments(documents, new Set([2, 5]))].toSorted((a, b) => a - b)).toEqual([1, 2, 5]);
    expect([...toggleDocuments(documents, new Set([1, 2, 5]))]).toEqual([5]);
  });

  it('counts documents and pages', () => {
    expect(selectionCounter(documents, new Set([1, 2]))).toBe('2 Document(s) Selected / 5 Page(s) Selected');
  });
});

describe('matchesChartSearch', () => {
  it('finds every word anywhere in name, type, author, date or visit', () => {
    const document = aDocument(1, { ...visit(1, '2026-03-04T15:00:00Z'), authorName: 'Patel, Anjali' });
    expect(matchesChartSearch(document, 'patel lakeside')).toBe(true);
    expect(matchesChartSearch(document, 'progress 3/4/26')).toBe(true);
    expect(matchesChartSearch(document, 'patel radiology')).toBe(false);
  });
});
