import type { ReferralPlan } from './plan.ts';

/** Referrals of the cardiologist, most of them sent by the office on her behalf. */
export const sentByCardiology: readonly ReferralPlan[] = [
  {
    patient: 'DiBenedetto',
    by: 'office',
    for: 'drpatel',
    to: 'Kim',
    about: 'peripheralArtery',
    urgency: 7,
    sent: [3, 5],
    reason:
      'Right calf pain after one block, ABI 0.58, no better after twelve weeks of supervised walking. Please evaluate for revascularization.',
    info: 'On clopidogrel; do not stop without calling us.',
  },
  {
    patient: 'Rivera',
    by: 'office',
    for: 'drpatel',
    to: 'Rosenberg-Katz',
    about: 'diabetes',
    urgency: 30,
    sent: [1, 4],
    reason:
      'Coronary disease with an A1c of 10.2% on present treatment. Please intensify, with heart protection in mind.',
    sms: true,
  },
  {
    patient: 'Papadopoulos',
    by: 'drpatel',
    to: { specialty: 'Urology' },
    about: 'prostate',
    urgency: 30,
    sent: [2, 6],
    reason: 'PSA rose from 3.1 to 7.4 in a year and he is up four times a night. Please evaluate.',
    info: 'Anticoagulated with apixaban.',
  },
  {
    patient: 'Fitzgerald',
    by: 'office',
    for: 'drpatel',
    to: 'Venkataraman',
    about: 'kidney',
    urgency: 30,
    sent: [11, 2],
    reason: 'Creatinine 1.5 to 2.0 over three months on spironolactone and sacubitril-valsartan. How far can we push?',
  },
  {
    patient: 'Sullivan',
    by: 'office',
    for: 'drpatel',
    to: "O'Brien",
    about: 'kneeArthritis',
    urgency: 30,
    sent: [10, 3],
    reason:
      "Right knee limits his cardiac rehabilitation to ten minutes. Medial joint space gone on films. Cleared for surgery from the heart's side.",
    sms: true,
    steps: [
      { do: 'schedule', after: 44, by: 'drobrien', visit: 9, at: [13, 30], text: 'Surgical opinion, right knee' },
    ],
  },
  {
    patient: 'Chen',
    by: 'office',
    for: 'drpatel',
    to: 'El-Amin',
    about: 'sleepApnea',
    urgency: 30,
    sent: [40, 4],
    reason: 'Loud snoring, witnessed pauses, Epworth 15, blood pressure hard to control. Sleep study please.',
    steps: [
      {
        do: 'cancel',
        after: 24 * 9,
        by: 'office',
        for: 'drpatel',
        comment: 'Sleep study was arranged by his employer’s program instead.',
      },
    ],
  },
  {
    patient: 'Chen',
    by: 'office',
    for: 'drpatel',
    to: 'Rosenberg-Katz',
    about: 'diabetes',
    urgency: 30,
    sent: [13, 2],
    reason: 'A1c 9.1% with coronary disease; would like a GLP-1 drug started and followed.',
    steps: [
      {
        do: 'decline',
        after: 29,
        by: 'drrosenberg',
        reason: 'insurance_acceptance',
        comment: 'His plan needs a referral number from primary care before we can book.',
      },
    ],
  },
  {
    patient: 'St. Pierre',
    by: 'drpatel',
    to: 'Nguyen',
    about: 'gout',
    urgency: 30,
    sent: [3, 1],
    reason:
      'Gout flare after the diuretic was raised. Please adjust allopurinol and check uric acid; avoid NSAIDs because of heart and kidneys.',
    steps: [
      { do: 'accept', after: 20, by: 'frontdesk', for: 'drnguyen' },
      {
        do: 'schedule',
        after: 26,
        by: 'frontdesk',
        for: 'drnguyen',
        visit: 2,
        at: [8, 45],
        text: 'Gout visit, labs before',
      },
    ],
  },
];
