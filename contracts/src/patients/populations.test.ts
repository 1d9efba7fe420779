import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { populationTexts, savePopulation } from './populations.ts';

it.each([
  [{ name: ' ', minAge: 65 }, { name: populationTexts.nameRequired }],
  [{}, { conditionCode: populationTexts.ruleRequired }],
  [{ conditionCode: '%' }, { conditionCode: populationTexts.code }],
  [{ minAge: 40, maxAge: 30 }, { maxAge: populationTexts.ageOrder }],
  [{ minAge: 200 }, { minAge: populationTexts.age }],
])('a group of patients is refused with %j', (more, errors) => {
  expect(inputErrors(savePopulation, { clientId: 1, name: 'A group', kind: 'rule', ...more })).toEqual(errors);
});
