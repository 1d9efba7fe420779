import { encounterTypeLabels } from '@careloop/contracts/codes';
import { expect, test } from 'vitest';
import { recordValue } from './recordValue.ts';

test.each([
  ['status', 'active', 'Active'],
  ['status', 'cancelled', 'Canceled'],
  ['gender', 'female', 'Female'],
  ['is_deceased', 'true', 'Yes'],
  ['home_phone', '6175550123', '(617) 555-0123'],
  ['date_of_birth', '1945-07-14', '14-Jul-1945'],
  // Stored as the screens show them.
  ['marital_status', 'Common law', 'Common law'],
  ['language', 'Serbo-Croatian', 'Serbo-Croatian'],
  ['plan_type', 'Choice Plus (PPO)', 'Choice Plus (PPO)'],
  ['esi_level', '2', '2'],
])('%s %s is shown as %s', (column, value, shown) => {
  expect(recordValue(column, value)).toBe(shown);
});

test.each(['encounter_type', 'transferred_from_type', 'transferred_to_type'])('%s is shown by its label', (column) => {
  for (const [value, label] of Object.entries(encounterTypeLabels)) expect(recordValue(column, value)).toBe(label);
});
