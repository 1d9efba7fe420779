import type { ProviderChoice, ReferralFigures } from '@careloop/contracts/directory/choices';
import { expect, test } from 'vitest';
import { placeReason } from './placeReason.ts';

const figuresOf = (answerHours: number, isOfSpecialty = false): ReferralFigures => ({
  isOfSpecialty,
  answeredCount: 12,
  answerHours,
  visitDays: null,
  declinedCount: 0,
  declineReason: null,
});

type Fit = Partial<
  Pick<ProviderChoice, 'network' | 'isPreferred' | 'acceptsNewPatients' | 'figures' | 'distance' | 'declined'>
>;
const fits = { network: 'in', isPreferred: true, acceptsNewPatients: true, figures: null, distance: null } as const;

/** What the first rows of a list say, in which only what is named differs from a good fit. */
const reasonsOf = (...list: Fit[]) => {
  const choices = list.map((one) => ({ declined: null, ...fits, ...one }) as ProviderChoice);
  return choices.map((_, index) => placeReason(choices, index));
};

test.each<[string, Fit, Fit, string]>([
  ['network', {}, { network: 'out' }, 'First: in network, the next is not'],
  ['network not known', {}, { network: 'unknown' }, 'First: in network, unknown for the next'],
  ['preference', {}, { isPreferred: false }, 'First: preferred, the next is not'],
  ['new patients', {}, { acceptsNewPatients: false }, 'First: accepting new patients, the next is not'],
  ['new patients not known', {}, { acceptsNewPatients: null }, 'First: accepting new patients, unknown for the next'],
  [
    'answer time',
    { figures: figuresOf(8) },
    { figures: figuresOf(26) },
    'First: answers in about 8 hours, the next in 26 hours',
  ],
  [
    'answer time of the specialty',
    { figures: figuresOf(8) },
    { figures: figuresOf(26, true) },
    'First: answers in about 8 hours, the specialty in 26 hours',
  ],
  [
    'answer time, the first without figures of their own',
    { figures: figuresOf(8, true) },
    { figures: figuresOf(26) },
    'First: the specialty answers in about 8 hours, the next in 26 hours',
  ],
  ['no answer time', { figures: figuresOf(100) }, {}, 'First: answers in about 4 days, unknown for the next'],
  ['distance', { distance: 2 }, { distance: 5.04 }, 'First: 2 miles away, the next 5'],
  ['no distance', { distance: 12.4 }, {}, 'First: 12 miles away, unknown for the next'],
  ['a decline', {}, { declined: { on: '2026-11-23T12:00:00Z', reason: 3 } }, 'First: the next declined this patient'],
])('the reason names the difference to the next: %s', (_, one, next, reason) => {
  expect(reasonsOf(one, next)).toEqual([reason, '']);
});

test('each of the first three names what sets it apart, the fourth nothing', () => {
  const near = { figures: figuresOf(8), distance: 3 };
  expect(
    reasonsOf(near, { ...near, distance: 5 }, { ...near, figures: figuresOf(26) }, { isPreferred: false }, {}),
  ).toEqual([
    'First: 3 miles away, the next 5',
    'Second: answers in about 8 hours, the next in 26 hours',
    'Third: preferred, the next is not',
    '',
    '',
  ]);
});

test.each<[string, Fit]>([
  ['far away or with other plans', { network: 'out', distance: 1270, acceptsNewPatients: true }],
  ['not accepting new patients', { acceptsNewPatients: false, distance: 2 }],
  ['declined this patient', { declined: { on: '2026-11-23T12:00:00Z', reason: 3 }, distance: 2 }],
])('nothing is said for a provider that only fills the list: %s', (_, one) => {
  expect(reasonsOf(one, { ...one, distance: 2000 })).toEqual(['', '']);
});

test('the first says that the second is as good if the second says why it is there', () => {
  expect(reasonsOf({ distance: 2 }, { distance: 2 }, { distance: 5 })).toEqual([
    'First: the next is as good a fit',
    'Second: 2 miles away, the next 5',
    '',
  ]);
});

test('nothing is said where providers are alike', () => {
  expect(reasonsOf({}, {})).toEqual(['', '']);
  expect(reasonsOf({ figures: figuresOf(26.1) }, { figures: figuresOf(26.3) })).toEqual(['', '']);
  expect(reasonsOf({ figures: figuresOf(8, true) }, { figures: figuresOf(8, true) })).toEqual(['', '']);
  expect(reasonsOf({ distance: 2.01 }, { distance: 2.04 })).toEqual(['', '']);
});
