import type { ReferralPlan } from './plan.ts';

/** Referrals the cardiologist receives: some to process, some done with. */
export const sentToCardiology: readonly ReferralPlan[] = [
  {
    patient: 'Rivera',
    by: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 7,
    sent: [0, 3],
    reason:
      'Three weeks of chest tightness on the second flight of stairs, gone after two minutes of rest. Diabetes, and cholesterol above goal. Please evaluate for ischemia.',
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
    reason:
      'Stent to the LAD four years ago elsewhere, no cardiologist since he moved. No symptoms; asks whether he still needs two blood thinners.',
    authorization: 'OHHP-4471902',
  },
  {
    patient: 'Stokes',
    by: 'drnguyen',
    to: 'Patel',
    about: 'syncope',
    urgency: 7,
    sent: [4, 2],
    reason:
      'Two unexplained faints in a month, one while seated at table. ECG shows first-degree AV block, orthostatics normal. Please evaluate for arrhythmia.',
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
    reason:
      "Loud late-peaking murmur, peak velocity 3.9 m/s on last year's echo, now light-headed when dressing. Family wants to know what can be done at 97.",
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
    reason:
      'Four pounds up in a week and breathless after half a flight; blood pressure 98/60 leaves little room. Please see soon and adjust the regimen.',
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
    reason: '158/96 and 162/94 at two visits despite treatment, potassium 3.3. Secondary causes? Please evaluate.',
  },
  {
    patient: 'St. Pierre',
    by: 'drnguyen',
    to: 'Patel',
    about: 'heartFailure',
    urgency: 30,
    sent: [9, 5],
    reason: 'EF 34%, NYHA III in spite of full treatment. Please optimize it and assess for a defibrillator.',
    steps: [
      {
        do: 'schedule',
        after: 25,
        by: 'office',
        for: 'drpatel',
        visit: 3,
        at: [15, 0],
        text: 'New patient visit with ECG',
        comment: 'Asked to bring the weight log.',
      },
      {
        do: 'reschedule',
        after: 70,
        by: 'office',
        for: 'drpatel',
        visit: 4,
        at: [10, 30],
        comment: 'Moved to the morning; his son drives him.',
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
    reason:
      'Abnormal nuclear stress test: small reversible inferior defect. Mild exertional tightness, otherwise active. Please advise.',
    sms: true,
    steps: [
      { do: 'accept', after: 5, by: 'drpatel' },
      { do: 'schedule', after: 29, by: 'office', for: 'drpatel', visit: -7, at: [9, 0], text: 'Stress test review' },
      { do: 'noShow', after: 170, by: 'office', for: 'drpatel', comment: 'Did not come; voicemail left.' },
      { do: 'schedule', after: 200, by: 'office', for: 'drpatel', visit: 1, at: [9, 15], text: 'Stress test review' },
    ],
  },
  {
    patient: 'Dubois',
    by: 'drnguyen',
    to: 'Patel',
    about: 'syncope',
    urgency: 30,
    sent: [17, 4],
    reason: 'Passed out at a blood draw and once more at work, standing. ECG normal. Is a monitor needed?',
    steps: [
      { do: 'schedule', after: 26, by: 'office', for: 'drpatel', visit: -2, at: [8, 30], text: 'Syncope, new patient' },
    ],
  },
  {
    patient: 'DiBenedetto',
    by: 'drnguyen',
    to: 'Patel',
    about: 'coronary',
    urgency: 30,
    sent: [48, 3],
    reason:
      'Angina twice a week despite metoprolol. Peripheral artery disease as well. Please reassess and adjust medication.',
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
    reason: 'Known moderate aortic stenosis, due for surveillance; new exertional light-headedness on the golf course.',
    steps: [
      { do: 'accept', after: 3, by: 'drpatel' },
      { do: 'schedule', after: 30, by: 'office', for: 'drpatel', visit: -41, at: [11, 0] },
      {
        do: 'comment',
        after: 24 * 25,
        by: 'drpatel',
        comment: 'Echo today shows a valve area of 0.8 cm2. Discussed with the structural heart team.',
      },
      {
        do: 'complete',
        after: 24 * 26,
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
    reason:
      '45-year-old with pressures of 170/100 since his twenties, CKD 3a, potassium 3.4. Please evaluate for secondary hypertension.',
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
    reason:
      'Stroke two years ago, home readings around 160/95, misses doses. Simplify the regimen? Needs pressure below 130/80.',
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
    reason:
      'Blood pressure 154/92 on two drugs and left ventricular hypertrophy on ECG. Echo and medication advice please.',
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
