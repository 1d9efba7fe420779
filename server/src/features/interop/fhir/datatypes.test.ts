import { describe, expect, test } from 'vitest';

import { codeableConcept, wordsOf } from './datatypes.ts';

const system = 'http://snomed.info/sct';

describe('the words of a coded value', () => {
  test.each([
    [{ text: 'Low iron', coding: [{ system, code: '271737000', display: 'Anemia (disorder)' }] }, 'Low iron'],
    [{ text: 'Anemia (disorder)', coding: [{ system, code: '271737000' }] }, 'Anemia'],
    [{ coding: [{ code: '1' }, { system, code: '185349003', display: 'Check up (regime/therapy)' }] }, 'Check up'],
    [{ coding: [{ system, code: '1', display: 'Injury of tendon (left)' }] }, 'Injury of tendon (left)'],
    [{ coding: [{ system: 'urn:own', code: '1', display: 'Order (procedure)' }] }, 'Order (procedure)'],
    [{ coding: [{ system, code: '271737000' }] }, '271737000'],
  ])('are the text, display or code without the semantic tag of SNOMED CT: %o', (concept, words) => {
    expect(wordsOf(codeableConcept.parse(concept))).toBe(words);
  });
});
