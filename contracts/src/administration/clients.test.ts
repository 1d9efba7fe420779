import { expect, it } from 'vitest';
import { facilityForm } from './clients.ts';

const stored = { address1: '1 Main Street', address2: null, city: null, state: null, zipcode: '02139' };
const shown = { name: 'Lighthouse', address1: '1 Main Street', address2: '', city: '', state: '', zipcode: '02139' };

it('an incomplete address of a facility may be kept but not changed', () => {
  const fieldsOf = (values: object, onFile?: typeof stored) =>
    facilityForm(onFile)
      .safeParse(values)
      .error?.issues.map(({ path }) => path.join('.'));
  expect(fieldsOf(shown, stored)).toBeUndefined();
  expect(fieldsOf({ ...shown, zipcode: '02140' }, stored)).toEqual(['city', 'state']);
  expect(fieldsOf(shown)).toEqual(['city', 'state']);
});
