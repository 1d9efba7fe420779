import { expect, it } from 'vitest';
import { joinedErrors, sortErrors } from './formErrors.ts';

it('sorts server errors into fields, the general one, and those of fields the form does not have', () => {
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

it('joins several, and leaves one as it is', () => {
  expect(joinedErrors(['One.', 'Two.'])).toBe('The following errors occurred: One. Two.');
  expect(joinedErrors(['One.'])).toBe('One.');
  expect(joinedErrors([])).toBe('');
});
