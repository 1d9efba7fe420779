import {
  getResultTrend,
  listResults,
  listResultSources,
  type MeasuredResult,
  type Result,
} from '@careloop/contracts/clinical-record/results';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { Results } from './Results.tsx';
import { resultSearch } from './search.ts';

const measured: MeasuredResult = {
  patientResultId: 11,
  category: 'laboratory',
  description: 'Glucose',
  code: null,
  codeSystem: null,
  effectiveAt: '2026-05-02T12:00:00Z',
  effectivePrecision: 'day',
  timeZone: null,
  valueNumber: '7.10',
  valueComparator: null,
  valueText: null,
  unit: 'mmol/L',
  rangeLow: '3.9',
  rangeHigh: '5.5',
  rangeText: null,
  flag: 'high',
  interpretation: null,
  absentReason: null,
  status: 'final',
  isSuperseded: false,
  isEnteredInError: false,
  specimen: null,
  method: null,
  bodySite: null,
  note: null,
};
const glucose: Result = {
  ...measured,
  statedBy: 'Harbor Laboratory',
  sourceSystem: null,
  enteredByName: null,
  document: null,
  version: 1,
  isPanel: false,
  members: [],
};
const panel: Result = {
  ...glucose,
  patientResultId: 12,
  description: 'Electrolytes',
  valueNumber: null,
  unit: null,
  rangeLow: null,
  rangeHigh: null,
  flag: null,
  isPanel: true,
  members: [
    {
      ...measured,
      patientResultId: 13,
      description: 'Potassium',
      valueNumber: '5',
      valueComparator: '<',
      flag: 'normal',
    },
    { ...measured, patientResultId: 14, description: 'Comment', valueNumber: null, unit: null, flag: null },
  ],
};
const trend = { ...measured, statedBy: null };

beforeEach(() => signIn());

function show(items: Result[], address = '/Patient/1') {
  const calls = serve(
    answer(listResultSources, { items: ['Harbor Laboratory'] }),
    answer(listResults, { items, nextCursor: null }),
    answer(getResultTrend, {
      description: 'Glucose',
      items: [
        trend,
        { ...trend, patientResultId: 21, valueNumber: '128', unit: 'mg/dL', rangeLow: null, rangeHigh: null },
      ],
      isCut: false,
    }),
  );
  const route = {
    path: '/Patient/$patientId',
    validateSearch: resultSearch,
    component: () => <Results patientId={1} />,
  };
  return { calls, ...renderScreen(route, address) };
}

test('single results and panels show value, flag and range as sent', async () => {
  show([glucose, panel]);
  const single = within(await screen.findByRole('region', { name: 'Glucose' }));
  expect(single.getByText('7.10 mmol/L')).toBeVisible();
  expect(single.getByText('High')).toBeVisible();
  expect(single.getByText('Range 3.9–5.5')).toBeVisible();
  expect(single.getByText('Harbor Laboratory')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Electrolytes' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'MeasureValueFlagRange',
    'Potassium < 5 mmol/LNormal3.9–5.5',
    'Comment No value stated3.9–5.5',
  ]);
});

test('filters are in the address, and none found offers to show all', async () => {
  const { user, calls, history } = show([]);
  expect(await screen.findByText('No results on file')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Abnormal' }));
  expect(await screen.findByText('No results match these filters')).toBeVisible();
  expect(history.location.search).toBe('?isAbnormal=true');
  await user.click(screen.getAllByRole('button', { name: 'Show all results' })[0] as HTMLElement);
  expect(history.location.search).toBe('');
  expect(inputsOf(calls, listResults)).toEqual(
    expect.arrayContaining([{ patientId: '1' }, { patientId: '1', isAbnormal: 'true' }]),
  );
});

test('a number opens its values over time, and units that differ stand apart', async () => {
  const { user } = show([glucose]);
  await user.click(await screen.findByRole('button', { name: 'Glucose 7.10 mmol/L: show over time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Glucose over time' }));
  expect(await dialog.findByRole('heading', { name: /^mmol\/L/ })).toBeVisible();
  expect(dialog.getByRole('heading', { name: /^mg\/dL/ })).toBeVisible();
  expect(dialog.getAllByRole('table')).toHaveLength(2);
});
