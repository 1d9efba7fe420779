import { readFileSync } from 'node:fs';

import { npiProblem } from '@careloop/contracts/fields/identifiers';
import { describe, expect, test } from 'vitest';

import { sample } from '../../../../test/samples.ts';

const file = sample('reference', 'npi_check_digit_vectors.json');

describe.skipIf(file === undefined)('the NPI vectors of the samples', () => {
  const vectors = (file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'))) as {
    npi: string;
    valid: boolean;
  }[];

  test('are valid and invalid as listed', () => {
    const right = vectors.filter(({ valid }) => valid);
    expect(right.length).toBeGreaterThan(10);
    expect(right.filter(({ npi }) => npiProblem(npi) !== null)).toEqual([]);
    // The empty one is not a number at all; whether it is required depends on the form.
    const wrong = vectors.filter(({ npi, valid }) => !valid && npi !== '');
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.filter(({ npi }) => npiProblem(npi) === null)).toEqual([]);
  });
});
