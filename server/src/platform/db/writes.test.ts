import { expect, test } from 'vitest';

import { writes } from './writes.ts';

interface Input {
  organizationId: number;
  name: string;
  phone: string | null;
  npiNumber?: string | null | undefined;
}

const phone = { phone: 'o.phone' } as const;
const columnsOf = writes<Input, 'healthcare_organization', 'organizationId'>()({
  name: (name, { organizationId }) => ({ name: `${name} ${organizationId}`, source_id: undefined }),
  ...phone,
  npiNumber: 'npi_number',
});

test('the values of an insert or update, without those that are undefined', () => {
  const input = { organizationId: 7, name: 'North', phone: null };
  expect(columnsOf(input)).toEqual({ name: 'North 7', phone: null });
  expect(Object.keys(columnsOf({ ...input, npiNumber: '1234567893' }))).toEqual(['name', 'phone', 'npi_number']);
});

test('does not compile unless each key is stored in a column of its type', () => {
  const rest = { phone: 'phone', npiNumber: 'npi_number' } as const;
  const declare = writes<Input, 'healthcare_organization', 'organizationId'>();
  // @ts-expect-error The key `name` is missing.
  declare({ ...rest });
  // @ts-expect-error There is no such column.
  declare({ ...rest, name: 'label' });
  // @ts-expect-error It is a number.
  declare({ ...rest, name: 'changed_by_user_id' });
  // @ts-expect-error The input may be null, the column may not.
  declare({ ...rest, name: 'name', phone: 'name' });
  // @ts-expect-error There is no such column.
  declare({ ...rest, name: (name) => ({ label: name }) });
  // @ts-expect-error The function returns another type.
  declare({ ...rest, name: () => ({ name: 1 }) });
  declare({ ...rest, name: 'o.name' });
  const { npi_number } = declare({ ...rest, name: 'name' })({ organizationId: 1, name: 'North', phone: null });
  // @ts-expect-error It may be missing.
  expect(npi_number satisfies string | null).toBeUndefined();
});
