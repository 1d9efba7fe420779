import { expect, it } from 'vitest';
import { joinedErrors, sortErrors } from './formErrors.ts';

it('splits server errors into field errors, the general error and errors of unknown fields', () => {
  const errors = { cellPhone: 'a', 'comments.0': 'b', '': 'c', general: 'd', patientId: 'e' };
  expect(sortErrors(errors, new Set(['cellPhone', 'comments']))).toEqual({
    fields: [
      ['cellPhone', 'a'],
      ['comments.0', 'b'],
    ],
    general: ['c', 'd'],
    unknown: ['e'],
  });
});

it('joins several messages and leaves a single one unchanged', () => {
  expect(joinedErrors(['One.', 'Two.'])).toBe('The following errors occurred: One. Two.');
  expect(joinedErrors(['One.'])).toBe('One.');
  expect(joinedErrors([])).toBe('');
});
