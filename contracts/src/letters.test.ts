import { expect, test } from 'vitest';

import { chartAssociationType } from './codes.ts';
import { documentDay, documentMoment } from './fields/clock.ts';
import { recordLine } from './letters.ts';

test('a document without a time has the same day everywhere; one with a time has that of the place', () => {
  const lineOf = (chartDate: string, timeZone: string) => {
    const { document } = chartAssociationType.table;
    const chart = { associationType: document, chartName: 'ECG report', chartTypeName: 'Cardiology', chartDate };
    return recordLine({ ...chart, dateSent: '2026-11-20T09:00:00Z' }, timeZone);
  };
  for (const timeZone of ['Pacific/Auckland', 'Etc/GMT-14', 'America/New_York', 'Etc/GMT+12']) {
    for (const noon of ['2026-11-02T12:00:00Z', '2026-11-02T12:00:00.000000Z']) {
      expect(lineOf(noon, timeZone)).toBe('ECG report · Cardiology · 11/2/26');
      expect(documentMoment(noon, timeZone)).toBe(documentDay(noon, timeZone));
    }
  }
  expect(lineOf('2026-11-02T12:00:01Z', 'Pacific/Auckland')).toBe('ECG report · Cardiology · 11/3/26');
  expect(lineOf('2026-11-02T02:00:00Z', 'America/New_York')).toBe('ECG report · Cardiology · 11/1/26');
});
