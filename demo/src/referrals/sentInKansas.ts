import type { ReferralPlan } from './plan.ts';

/** Referrals of the second client, which shares nothing with the first. */
export const sentInKansas: readonly ReferralPlan[] = [
  {
    patient: 'Hoffman',
    by: 'outsider',
    to: 'Okafor',
    about: 'coronary',
    urgency: 7,
    sent: [1, 3],
    reason:
      'New chest pressure when feeding cattle, twice this week, relieved by nitroglycerin. ECG unchanged. Please see within days.',
  },
  {
    patient: 'Krause',
    by: 'prairiecoord',
    from: 'Whitaker',
    to: 'Okafor',
    about: 'fibrillation',
    urgency: 30,
    sent: [9, 4],
    reason:
      'Palpitations three times a week on metoprolol, 85 years old, falls last spring. Rate control, and is apixaban still right?',
    steps: [{ do: 'schedule', after: 30, by: 'drokafor', visit: 5, at: [9, 30] }],
  },
  {
    patient: 'Tate',
    by: 'outsider',
    to: 'Okafor',
    about: 'fibrillation',
    urgency: 30,
    sent: [6, 2],
    reason: 'New atrial fibrillation found at a physical, rate 88, apixaban started. Rhythm control for a 51-year-old?',
    steps: [{ do: 'accept', after: 24, by: 'drokafor' }],
  },
  {
    patient: 'Krause',
    by: 'outsider',
    to: 'Okafor',
    about: 'heartFailure',
    urgency: 7,
    sent: [33, 5],
    reason: 'Eight pounds up in two weeks despite double furosemide. Please see within the week or advise admission.',
    steps: [
      { do: 'decline', after: 30, by: 'drokafor', reason: 'availability' },
      { do: 'handle', after: 52, by: 'outsider' },
    ],
  },
  {
    patient: 'Ortega',
    by: 'prairiecoord',
    from: 'Beckenbauer',
    to: 'Haddad',
    about: 'diabetes',
    urgency: 30,
    sent: [3, 6],
    reason: 'A1c 9.8% and glucose above 300 after dinner. Insulin teaching and a plan please; Spanish materials.',
  },
  {
    patient: 'Hoffman',
    by: 'outsider',
    to: 'Schoenfeld',
    about: 'kneeArthritis',
    urgency: 7,
    sent: [16, 3],
    reason:
      'Right knee locks and gives way since a fall from the tractor two weeks ago; large effusion, cannot straighten it.',
  },
  {
    patient: 'Tate',
    by: 'drokafor',
    to: 'Whitaker',
    about: 'hypertension',
    urgency: 30,
    sent: [44, 6],
    reason: 'Please take over blood pressure follow-up; 148/92 on two agents.',
    steps: [
      { do: 'schedule', after: 40, by: 'outsider', visit: -31, at: [15, 0] },
      { do: 'complete', after: 24 * 14, by: 'outsider', comment: 'Seen; chlorthalidone added, home average 131/78.' },
    ],
  },
  {
    patient: 'Hoffman',
    by: 'drokafor',
    to: 'Whitaker',
    about: 'lipids',
    urgency: 30,
    sent: [0, 7],
    reason: 'LDL 128 on atorvastatin 40 mg. Please raise to 80 mg and repeat lipids in eight weeks.',
  },
];
