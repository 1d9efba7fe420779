import type { DeclineReason } from '@careloop/contracts/codes';
import type { ConditionKey } from './conditions/conditions.ts';
import type { SpecialtyName } from './specialties.ts';
import type { Username } from './users.ts';

/** What happened to a referral after it was sent; `after` counts hours from the sending. */
export type Step =
  | { do: 'accept'; after: number; by: Username; for?: Username; comment?: string }
  /** `visit` is the day of the appointment, counted from today. */
  | {
      do: 'schedule';
      after: number;
      by: Username;
      for?: Username;
      visit: number;
      at: [number, number];
      comment?: string;
      text?: string;
    }
  | {
      do: 'decline';
      after: number;
      by: Username;
      for?: Username;
      reason: DeclineReason;
      other?: string;
      comment?: string;
    }
  | { do: 'cancel'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'complete'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'comment'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'select'; after: number; by: Username; provider: string }
  /** The open items are done with, and the referral itself stays as it is. */
  | { do: 'handle'; after: number; by: Username };

export interface ReferralPlan {
  /** Last name. */
  patient: string;
  by: Username;
  for?: Username;
  /** Last name of the provider it is sent for, when the sender is none. */
  from?: string;
  /** Last name of a provider, or a specialty that waits for one. */
  to: string | { specialty: SpecialtyName };
  about: ConditionKey;
  urgency: 30 | 7 | 1;
  /** Days and hours ago. */
  sent: [number, number];
  reason?: string;
  info?: string;
  authorization?: string;
  sms?: boolean;
  steps?: readonly Step[];
}

const toCardiology: readonly ReferralPlan[] = [
  {
    patient: 'Rivera',
    by: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 7,
    sent: [0, 3],
    info: 'Spanish interpreter needed.',
    sms: true,
  },
  {
    patient: 'Papadopoulos',
    by: 'coordinator',
    from: 'Pelletier',
    to: 'Patel',
    about: 'fibrillation',
    urgency: 1,
    sent: [0, 5],
    reason:
      'AF with two emergency visits this week for rapid rate, 130s today in the office with a blood pressure of 104/62. On apixaban and metoprolol. Please see within 24 hours.',
    info: 'Practice was called; daughter will drive.',
  },
  {
    patient: 'Sullivan',
    by: 'frontdesk',
    for: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 30,
    sent: [2, 1],
    authorization: 'OHHP-4471902',
  },
  {
    patient: 'Stokes',
    by: 'drnguyen',
    to: 'Patel',
    about: 'syncope',
    urgency: 7,
    sent: [4, 2],
    sms: true,
    steps: [
      {
        do: 'comment',
        after: 20,
        by: 'drnguyen',
        comment: 'Monitor report arrived this morning and is attached to the chart.',
      },
    ],
  },
  {
    patient: 'Kaczmarek',
    by: 'coordinator',
    from: 'Abramowitz',
    to: 'Patel',
    about: 'aorticStenosis',
    urgency: 7,
    sent: [12, 4],
    info: 'Wheelchair; daughter comes along.',
    steps: [
      {
        do: 'comment',
        after: 190,
        by: 'coordinator',
        comment: 'Second call to the practice about a date; message left with the scheduling desk.',
      },
    ],
  },
  {
    patient: 'Fitzgerald',
    by: 'drnguyen',
    to: 'Patel',
    about: 'heartFailure',
    urgency: 7,
    sent: [5, 6],
    steps: [
      {
        do: 'accept',
        after: 22,
        by: 'drpatel',
        comment: 'Happy to see her. The office will call the son with a time this week.',
      },
    ],
  },
  {
    patient: 'Jefferson',
    by: 'coordinator',
    from: 'Washington',
    to: 'Patel',
    about: 'hypertension',
    urgency: 30,
    sent: [6, 3],
  },
  {
    patient: 'St. Pierre',
    by: 'drnguyen',
    to: 'Patel',
    about: 'heartFailure',
    urgency: 30,
    sent: [9, 5],
    steps: [
      {
        do: 'schedule',
        after: 25,
        by: 'office',
        for: 'drpatel',
        visit: 4,
        at: [10, 30],
        text: 'New patient visit with ECG',
        comment: 'Asked to bring the weight log.',
      },
    ],
  },
  {
    patient: 'Chen',
    by: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 30,
    sent: [14, 2],
    sms: true,
    steps: [
      { do: 'accept', after: 5, by: 'drpatel' },
      { do: 'schedule', after: 49, by: 'office', for: 'drpatel', visit: 1, at: [9, 15], text: 'Stress test review' },
    ],
  },
  {
    patient: 'DiBenedetto',
    by: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 30,
    sent: [48, 3],
    steps: [
      { do: 'schedule', after: 28, by: 'office', for: 'drpatel', visit: -29, at: [14, 0], text: 'New patient visit' },
      {
        do: 'complete',
        after: 24 * 20,
        by: 'drpatel',
        comment:
          'Seen in clinic. Stable angina, low-risk perfusion study. Isosorbide 30 mg added; return to primary care, see again in six months.',
      },
    ],
  },
  {
    patient: 'Montgomery-Wainwright',
    by: 'coordinator',
    from: 'Sorensen',
    to: 'Patel',
    about: 'aorticStenosis',
    urgency: 30,
    sent: [62, 6],
    steps: [
      { do: 'accept', after: 3, by: 'drpatel' },
      { do: 'schedule', after: 30, by: 'office', for: 'drpatel', visit: -41, at: [11, 0] },
      {
        do: 'comment',
        after: 24 * 22,
        by: 'drpatel',
        comment: 'Echo today shows a valve area of 0.8 cm2. Discussed with the structural heart team.',
      },
      {
        do: 'complete',
        after: 24 * 23,
        by: 'drpatel',
        comment: 'Severe aortic stenosis with symptoms; TAVR evaluation under way, we follow him from here. Thank you.',
      },
    ],
  },
  {
    patient: 'Mensah',
    by: 'drnguyen',
    to: 'Patel',
    about: 'hypertension',
    urgency: 30,
    sent: [8, 2],
    steps: [
      {
        do: 'decline',
        after: 27,
        by: 'office',
        for: 'drpatel',
        reason: 'insurance_acceptance',
        comment: 'We are not in network with his plan. Westborough has a colleague who is.',
      },
    ],
  },
  {
    patient: 'Williams',
    by: 'coordinator',
    from: 'Washington',
    to: 'Patel',
    about: 'hypertension',
    urgency: 7,
    sent: [31, 3],
    steps: [
      {
        do: 'decline',
        after: 48,
        by: 'drpatel',
        reason: 'unable_to_reach_patient',
        comment: 'Three calls and a letter without an answer.',
      },
      { do: 'handle', after: 80, by: 'coordinator' },
    ],
  },
  {
    patient: 'Lavoie',
    by: 'coordinator',
    from: 'Pelletier',
    to: 'Patel',
    about: 'hypertension',
    urgency: 30,
    sent: [20, 1],
    steps: [
      { do: 'accept', after: 18, by: 'drpatel' },
      {
        do: 'cancel',
        after: 160,
        by: 'coordinator',
        comment: 'She decided to stay with her cardiologist in Providence.',
      },
    ],
  },
];

const fromCardiology: readonly ReferralPlan[] = [
  {
    patient: 'DiBenedetto',
    by: 'office',
    for: 'drpatel',
    to: 'Kim',
    about: 'peripheralArtery',
    urgency: 7,
    sent: [3, 5],
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
    sms: true,
  },
  {
    patient: 'Papadopoulos',
    by: 'drpatel',
    to: { specialty: 'Urology' },
    about: 'prostate',
    urgency: 30,
    sent: [2, 6],
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
  },
  {
    patient: 'Sullivan',
    by: 'office',
    for: 'drpatel',
    to: "O'Brien",
    about: 'kneeArthritis',
    urgency: 30,
    sent: [10, 3],
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

const toOthers: readonly ReferralPlan[] = [
  {
    patient: 'Yamamoto',
    by: 'coordinator',
    from: 'Sorensen',
    to: "O'Brien",
    about: 'rotatorCuff',
    urgency: 7,
    sent: [1, 2],
    info: 'Japanese interpreter by phone.',
  },
  {
    patient: 'Maldonado',
    by: 'drnguyen',
    to: "O'Brien",
    about: 'rotatorCuff',
    urgency: 30,
    sent: [70, 3],
    steps: [
      { do: 'schedule', after: 50, by: 'drobrien', visit: -52, at: [15, 15] },
      {
        do: 'complete',
        after: 24 * 19,
        by: 'drobrien',
        comment: 'Partial tear; injection given and therapy ordered. No surgery planned. Note sent by fax as well.',
      },
    ],
  },
  {
    patient: 'Sullivan',
    by: 'drnguyen',
    to: "O'Brien",
    about: 'kneeArthritis',
    urgency: 30,
    sent: [95, 2],
    steps: [
      {
        do: 'decline',
        after: 40,
        by: 'drobrien',
        reason: 'availability',
        comment: 'No surgical visits before the end of next month.',
      },
      { do: 'handle', after: 60, by: 'frontdesk' },
    ],
  },
  {
    patient: 'Rodríguez de la Fuente',
    by: 'coordinator',
    from: 'Washington',
    to: 'Rosenberg-Katz',
    about: 'diabetes',
    urgency: 7,
    sent: [11, 6],
    info: 'Spanish interpreter needed; daughter manages appointments.',
  },
  {
    patient: 'Kim',
    by: 'drnguyen',
    to: 'Rosenberg-Katz',
    about: 'thyroidNodule',
    urgency: 30,
    sent: [7, 4],
    sms: true,
    steps: [
      {
        do: 'accept',
        after: 30,
        by: 'drrosenberg',
        comment: 'Please send the ultrasound images, not only the report.',
      },
      { do: 'comment', after: 52, by: 'drnguyen', comment: 'Images were sent to your Framingham office today.' },
    ],
  },
  {
    patient: 'Tran',
    by: 'drnguyen',
    to: 'Rosenberg-Katz',
    about: 'hypothyroid',
    urgency: 30,
    sent: [16, 5],
    steps: [{ do: 'schedule', after: 45, by: 'drrosenberg', visit: 6, at: [11, 45] }],
  },
  {
    patient: 'Williams',
    by: 'coordinator',
    from: 'Washington',
    to: 'Rosenberg-Katz',
    about: 'diabetes',
    urgency: 7,
    sent: [6, 7],
    steps: [
      {
        do: 'decline',
        after: 70,
        by: 'drrosenberg',
        reason: 'unable_to_reach_patient',
        comment: 'Phone is disconnected. Is there another number?',
      },
    ],
  },
  {
    patient: 'Khalil',
    by: 'drnguyen',
    to: 'Rosenberg-Katz',
    about: 'diabetes',
    urgency: 30,
    sent: [84, 3],
    steps: [
      { do: 'accept', after: 20, by: 'drrosenberg' },
      { do: 'schedule', after: 26, by: 'drrosenberg', visit: -60, at: [10, 0] },
      {
        do: 'complete',
        after: 24 * 25,
        by: 'drrosenberg',
        comment: 'Semaglutide started and glucose sensor fitted; A1c again in three months with you.',
      },
    ],
  },
  {
    patient: 'Krishnamurthy',
    by: 'drnguyen',
    to: 'Rosenberg-Katz',
    about: 'hypothyroid',
    urgency: 30,
    sent: [24, 1],
    steps: [
      { do: 'accept', after: 26, by: 'drrosenberg' },
      {
        do: 'cancel',
        after: 24 * 8,
        by: 'drnguyen',
        comment: 'TSH is normal since she takes the tablet without coffee.',
      },
    ],
  },
  {
    patient: 'Dubois',
    by: 'coordinator',
    from: 'Pelletier',
    to: 'Rosenberg-Katz',
    about: 'obesity',
    urgency: 30,
    sent: [13, 5],
    reason: 'BMI 41, asks about medical weight management and semaglutide. A1c 5.9%.',
    steps: [
      {
        do: 'decline',
        after: 60,
        by: 'drrosenberg',
        reason: 'other',
        other: 'Weight management without diabetes is seen by our obesity clinic; please send it there.',
      },
    ],
  },
  {
    patient: 'Wójcik',
    by: 'frontdesk',
    for: 'drnguyen',
    to: "O'Brien",
    about: 'backPain',
    urgency: 30,
    sent: [18, 2],
    reason: 'Back pain for ten weeks with right leg numbness when sitting in the truck. Please evaluate.',
    steps: [
      {
        do: 'decline',
        after: 33,
        by: 'drobrien',
        reason: 'patient_declined',
        comment: 'He told us on the phone that the pain is gone and he does not want a visit.',
      },
    ],
  },
  {
    patient: 'Mohamed',
    by: 'coordinator',
    from: 'Washington',
    to: { specialty: 'Neurology' },
    about: 'migraine',
    urgency: 7,
    sent: [1, 6],
    info: 'Somali interpreter; prefers a woman.',
  },
  {
    patient: 'Okonkwo-Adebayo',
    by: 'coordinator',
    from: 'Beauchamp',
    to: { specialty: 'Gastroenterology' },
    about: 'anemia',
    urgency: 1,
    sent: [0, 6],
    reason:
      'Pregnant at 31 weeks, hemoglobin 8.9 after black stools for two days. Hemodynamically stable. Please see within 24 hours.',
  },
  {
    patient: 'Dubois',
    by: 'coordinator',
    from: 'Pelletier',
    to: { specialty: 'Physical Therapy' },
    about: 'backPain',
    urgency: 30,
    sent: [4, 1],
  },
  {
    patient: 'Gagnon',
    by: 'coordinator',
    from: 'Hutchinson',
    to: { specialty: 'Psychiatry' },
    about: 'depression',
    urgency: 7,
    sent: [10, 3],
  },
  {
    patient: 'Phạm',
    by: 'drnguyen',
    to: { specialty: 'Endocrinology, Diabetes & Metabolism' },
    about: 'diabetes',
    urgency: 30,
    sent: [5, 5],
    steps: [{ do: 'select', after: 21, by: 'coordinator', provider: 'Rosenberg-Katz' }],
  },
  {
    patient: 'Ramaswamy',
    by: 'coordinator',
    from: 'Sorensen',
    to: { specialty: 'Otolaryngology' },
    about: 'allergies',
    urgency: 30,
    sent: [27, 4],
    steps: [{ do: 'cancel', after: 24 * 4, by: 'coordinator', comment: 'She found an appointment on her own.' }],
  },
  {
    patient: "O'Sullivan-Byrne",
    by: 'coordinator',
    from: 'Washington',
    to: 'Lindgren',
    about: 'epilepsy',
    urgency: 7,
    sent: [2, 5],
  },
  {
    patient: 'McCarthy',
    by: 'coordinator',
    from: 'Figueiredo',
    to: 'Eze',
    about: 'earInfections',
    urgency: 30,
    sent: [15, 2],
  },
];

const prairieRidge: readonly ReferralPlan[] = [
  { patient: 'Hoffman', by: 'outsider', to: 'Okafor', about: 'coronary', urgency: 7, sent: [1, 3] },
  {
    patient: 'Krause',
    by: 'prairiecoord',
    from: 'Whitaker',
    to: 'Okafor',
    about: 'fibrillation',
    urgency: 30,
    sent: [9, 4],
    steps: [{ do: 'schedule', after: 30, by: 'drokafor', visit: 5, at: [9, 30] }],
  },
  {
    patient: 'Tate',
    by: 'outsider',
    to: 'Okafor',
    about: 'fibrillation',
    urgency: 30,
    sent: [6, 2],
    steps: [{ do: 'accept', after: 24, by: 'drokafor' }],
  },
  {
    patient: 'Krause',
    by: 'outsider',
    to: 'Okafor',
    about: 'heartFailure',
    urgency: 7,
    sent: [33, 5],
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
  },
  { patient: 'Hoffman', by: 'outsider', to: 'Schoenfeld', about: 'kneeArthritis', urgency: 7, sent: [16, 3] },
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

/** Every referral of the demo, in the order of telling; they are numbered by the time they were sent. */
export const referralPlans: readonly ReferralPlan[] = [
  ...toCardiology,
  ...fromCardiology,
  ...toOthers,
  ...prairieRidge,
];
