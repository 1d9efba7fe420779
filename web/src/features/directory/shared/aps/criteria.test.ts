import { expect, test } from 'vitest';
import type { ApsLookups } from './apsQueries.ts';
import { initialCriteria, named } from './criteria.ts';

const lookups = {
  patientAddress: { address1: '1 Main St', city: 'Worcester', state: 'MA', zipcode: '01608' },
  facilityAddress: null,
} as unknown as ApsLookups;

test('a name is searched at any distance, unless one is chosen beside it', () => {
  const start = initialCriteria(lookups, {});
  expect(start.distance).toBe(30);
  expect(named(start, 'P')).toEqual({ searchName: 'P', distance: null });
  expect(named({ ...start, searchName: 'P', distance: 10 }, 'Pa')).toEqual({ searchName: 'Pa' });
  expect(named({ ...start, distance: 10 }, 'P')).toEqual({ searchName: 'P' });
  expect(named({ ...start, searchName: 'P', distance: null }, '')).toEqual({ searchName: '', distance: 30 });
  expect(initialCriteria(lookups, { searchName: 'Patel' }).distance).toBeNull();
});
