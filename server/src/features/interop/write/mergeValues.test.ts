import { describe, expect, test } from 'vitest';

import { mergeValues } from './mergeValues.ts';

const before = {
  first_name: 'Ada',
  home_phone: '1',
  gender: 'female',
  city: 'Boston',
  address1: '1 Elm St',
  zipcode: '02114',
};

function merge(given: Record<string, string | null>, changes: Partial<Parameters<typeof mergeValues>[0]> = {}) {
  return mergeValues({ kept: before, given, imported: before, mode: 'updates', ...changes });
}

describe('a record updates a row', () => {
  test('where its values differ', () => {
    expect(merge({ home_phone: '2' })).toMatchObject({ values: { home_phone: '2' }, edited: [] });
  });

  test('but a missing value clears nothing', () => {
    expect(merge({ first_name: '', home_phone: null, gender: 'unknown' }).values).toEqual({
      first_name: 'Ada',
      home_phone: '1',
      gender: 'female',
    });
  });

  test('but not a value edited in the product', () => {
    const merged = merge({ home_phone: '2' }, { kept: { ...before, home_phone: '3' } });
    expect(merged).toMatchObject({
      values: { home_phone: '3' },
      edited: ['home_phone'],
      sourceValues: { home_phone: '1' },
    });
    expect(merge({ home_phone: '2' }, { imported: {} })).toMatchObject({ values: { home_phone: '1' } });
    expect(merge({ home_phone: '2' }, { imported: null })).toMatchObject({ values: { home_phone: '2' } });
  });

  test('starting from the row’s values if no source values were stored', () => {
    const kept = { ...before, source_digest: 'digest', source_values: null, version: 2 };
    const merged = merge({ first_name: 'Eve', home_phone: null }, { kept, imported: null });
    expect(merged.sourceValues).toEqual({ ...before, first_name: 'Eve' });
  });

  test('only in empty columns in fills mode', () => {
    const merged = merge({ home_phone: '2', cell_phone: '4' }, { mode: 'fills' });
    expect(merged).toMatchObject({ values: { home_phone: '1', cell_phone: '4' }, edited: [] });
    expect(merged.sourceValues).toMatchObject({ home_phone: '1', cell_phone: '4' });
  });

  test('with its address as a whole', () => {
    expect(merge({ address1: null, city: 'Quincy', zipcode: null }).values).toEqual({
      address1: null,
      city: 'Quincy',
      zipcode: null,
    });
    expect(merge({ address1: null, city: null, zipcode: null }).values).toMatchObject({
      address1: '1 Elm St',
      city: 'Boston',
    });
  });
});
