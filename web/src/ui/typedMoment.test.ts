import { beforeAll, expect, test, vi } from 'vitest';
import { momentTyped, typedMoment } from './typedMoment.ts';

beforeAll(() => {
  vi.stubEnv('TZ', 'America/New_York');
});

test('a typed date and time are in the time zone of the viewer', () => {
  expect(momentTyped({ date: '7/4/2026', time: '8:00 PM' }, null)).toBe('2026-07-05T00:00:00.000Z');
  expect(momentTyped({ date: '1/4/2026', time: '8:00 PM' }, null)).toBe('2026-01-05T01:00:00.000Z');
  expect(typedMoment('2026-07-05T00:00:00.000Z')).toEqual({ date: '2026-07-04', time: '8:00 PM' });
  expect(typedMoment(null)).toEqual({ date: '', time: '' });
});

test('a time skipped by daylight saving is none', () => {
  expect(momentTyped({ date: '3/8/2026', time: '2:30 AM' }, null)).toBeNull();
});

test('a time that occurs twice keeps the occurrence on file until it is changed', () => {
  const second = '2026-11-01T06:30:00.000Z';
  expect(momentTyped(typedMoment(second), second)).toBe(second);
  expect(momentTyped({ date: '11/1/2026', time: '1:30 AM' }, null)).toBe('2026-11-01T05:30:00.000Z');
});
