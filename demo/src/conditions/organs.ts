import type { ConditionProfile } from './profile.ts';

/** Lungs, digestion, skin, and the urinary tract. */
export const organConditions = {
  copd: {
    code: 'J44.9',
    name: 'COPD',
    years: [2, 14],
    medications: [
      'Tiotropium 18 mcg inhaled once daily',
      'Fluticasone-salmeterol 250/50 mcg inhaled twice daily',
      'Albuterol HFA 90 mcg, two puffs every 4 hours as needed',
    ],
    visits: ['COPD follow-up', 'Cough and wheezing', 'Inhaler review'],
    history: [
      '{He} coughs up {a tablespoon of white phlegm|a little clear phlegm} each morning and walks {one block|two blocks|about 100 yards} on the level before stopping.',
      'Albuterol is used {two or three times a day|most mornings|only before the stairs}. {One course of prednisone this winter|No prednisone this year}.',
      '{He} stopped smoking two years ago after 40 pack-years.',
    ],
    exam: [
      'Lungs: distant breath sounds, prolonged expiration, scattered wheezes that clear with cough. Oxygen saturation 93% on room air.',
    ],
    assessment: ['COPD, GOLD group B, technique with the inhaler needs work.'],
    plan: [
      'Spacer given; technique shown and repeated back.',
      'Pulmonary rehabilitation offered.',
      'Low-dose CT for lung cancer screening is due.',
    ],
    panels: ['blood'],
    studies: ['chestXray', 'chestCt'],
    reports: { chestXray: 2 },
    acute: {
      type: 'inpatient',
      reason: 'COPD exacerbation',
      presentation: [
        '{He} came with three days of worse breathlessness and green sputum, speaking in short sentences, saturation 86% on room air.',
      ],
      course: [
        'Nebulized bronchodilators, prednisone 40 mg and azithromycin were given. BiPAP was needed for the first night only.',
        'By day three {he} walked the hallway on room air at 91%.',
      ],
      discharge: ['Prednisone 40 mg for two more days.', 'Home oxygen is not needed.', 'Pulmonology within two weeks.'],
      studies: ['chestXray'],
      panels: ['blood', 'metabolic'],
    },
    specialist: {
      specialty: 'Pulmonary Disease',
      reasons: [
        'COPD with two exacerbations in six months on triple therapy. Please evaluate for further options.',
        'Breathlessness out of proportion to spirometry (FEV1 58%). Please evaluate.',
      ],
      impression: ['COPD GOLD 3, group E, eosinophils 340. Six-minute walk 290 m with a fall to 87%.'],
      recommendations: [
        'Roflumilast or dupilumab to be discussed after blood tests.',
        'Ambulatory oxygen 2 L/min with exertion.',
        'Pulmonary rehabilitation starts next month.',
      ],
    },
  },
  asthma: {
    code: 'J45.40',
    name: 'persistent asthma',
    years: [2, 25],
    medications: [
      'Budesonide-formoterol 160/4.5 mcg, two puffs twice daily and as needed',
      'Montelukast 10 mg by mouth at bedtime',
    ],
    visits: ['Asthma follow-up', 'Wheezing at night'],
    history: [
      'Wakes with cough {two nights a week|once a week}. Symptoms are worse {around cats and in cold air|when the pollen is high|with exercise}.',
      'Rescue inhaler used {four times|twice|every day} in the past week. No emergency visits {this year|since spring}.',
    ],
    exam: ['Lungs: good air movement, end-expiratory wheeze on the right. Speaks in full sentences.'],
    assessment: ['Moderate persistent asthma, not well controlled (control test 16 of 25).'],
    plan: [
      'Step up to maintenance-and-reliever therapy; written action plan updated.',
      'Peak flow twice a day for two weeks.',
      'Influenza vaccine given today.',
    ],
    studies: ['chestXray'],
    reports: { chestXray: 0 },
    acute: {
      type: 'emergency',
      triage: { pulse: 112, oxygen: 93 },
      reason: 'Asthma attack',
      presentation: ['Wheezing and chest tightness for six hours after cleaning a dusty attic. Peak flow 45% of best.'],
      course: [
        'Three albuterol-ipratropium treatments and dexamethasone 10 mg brought peak flow to 78%. No oxygen was needed after the first hour.',
      ],
      discharge: [
        'Second dose of dexamethasone tomorrow.',
        'Controller inhaler every day, even when well.',
        'See your doctor within three days.',
      ],
      studies: ['chestXray'],
    },
    specialist: {
      specialty: 'Allergy & Immunology',
      reasons: [
        'Asthma with suspected cat and dust-mite allergy, uncontrolled on step 4. Please test and advise on biologic therapy.',
      ],
      impression: ['Allergic asthma; skin tests strongly positive for cat, dust mite and ragweed.'],
      recommendations: [
        'Mite covers and a cat-free bedroom.',
        'Omalizumab criteria are met; prior authorization started.',
      ],
    },
  },
  sleepApnea: {
    code: 'G47.33',
    name: 'obstructive sleep apnea',
    years: [1, 9],
    medications: [],
    visits: ['Sleepiness during the day', 'CPAP follow-up'],
    history: [
      '{He} falls asleep in front of the television every evening; a partner has seen pauses in breathing.',
      'CPAP is worn about {four|six} hours a night. {The mask leaks|The pressure feels too high|{He} wakes up rested when it is worn}.',
    ],
    exam: ['Neck 17.5 inches. Oropharynx crowded, Mallampati IV.'],
    assessment: ['Obstructive sleep apnea, partly treated.'],
    plan: ['Mask refitting by the equipment company.', 'No driving when drowsy.'],
    specialist: {
      specialty: 'Pulmonary Disease',
      reasons: [
        'Loud snoring, witnessed apneas, Epworth 15. Please evaluate with a sleep study.',
        'Known sleep apnea, cannot tolerate CPAP. Please discuss alternatives.',
      ],
      impression: ['Severe obstructive sleep apnea, AHI 38, nadir saturation 79%.'],
      recommendations: ['Auto-titrating CPAP 6 to 16 cm with a nasal mask.', 'Download after thirty days.'],
    },
  },
  reflux: {
    code: 'K21.9',
    name: 'reflux disease',
    years: [1, 12],
    medications: ['Omeprazole 20 mg by mouth before breakfast'],
    visits: ['Heartburn', 'Stomach pain after meals'],
    history: [
      'Heartburn {four nights a week|most days|after large meals}, worse after {coffee and late meals|tomato sauce|lying down}. No trouble swallowing and no weight loss.',
    ],
    exam: ['Abdomen: soft, mild epigastric tenderness, no mass.'],
    assessment: ['Gastro-esophageal reflux, incompletely controlled.'],
    plan: [
      'Omeprazole 30 minutes before breakfast for eight weeks.',
      'Raise the head of the bed; no food three hours before sleep.',
    ],
    specialist: {
      specialty: 'Gastroenterology',
      reasons: [
        'Reflux for ten years, daily symptoms on twice-daily omeprazole. Please evaluate with endoscopy.',
        'New difficulty swallowing solids over two months. Please see urgently for endoscopy.',
      ],
      impression: ['Los Angeles grade B esophagitis and a 3 cm hiatal hernia. Biopsies taken.'],
      recommendations: [
        'Omeprazole 40 mg daily for twelve weeks.',
        'Repeat endoscopy only if biopsies show Barrett change.',
      ],
    },
  },
  irritableBowel: {
    code: 'K58.9',
    name: 'irritable bowel syndrome',
    years: [1, 15],
    medications: ['Dicyclomine 10 mg by mouth before meals as needed', 'Psyllium 1 tablespoon by mouth once daily'],
    visits: ['Abdominal cramps and bloating'],
    history: [
      'Cramping and bloating most afternoons, relieved by a bowel movement. No blood, no weight loss, no night symptoms.',
    ],
    exam: ['Abdomen: soft, mild diffuse tenderness, bowel sounds normal.'],
    assessment: ['Irritable bowel syndrome, mixed type.'],
    plan: ['Two weeks of a low-FODMAP diet with the dietitian.', 'Celiac serology.'],
    panels: ['blood', 'liver'],
    specialist: {
      specialty: 'Gastroenterology',
      reasons: [
        'Chronic cramps and bloating, celiac serology negative, age over 45 and never had a colonoscopy. Please evaluate.',
      ],
      impression: ['Functional bowel disorder; colonoscopy normal with normal biopsies.'],
      recommendations: ['Rifaximin for two weeks.', 'Return only for alarm symptoms.'],
    },
  },
  prostate: {
    code: 'N40.1',
    name: 'enlarged prostate',
    years: [1, 12],
    medications: ['Tamsulosin 0.4 mg by mouth at bedtime', 'Finasteride 5 mg by mouth once daily'],
    visits: ['Getting up at night to urinate', 'Prostate follow-up'],
    history: ['{He} gets up {three|two|four} times a night and the stream is weak. No blood and no burning.'],
    exam: ['Prostate: smooth, about 45 g, no nodule. Bladder not palpable.'],
    assessment: ['Benign prostatic hyperplasia with lower urinary tract symptoms.'],
    plan: ['No fluids after 7 p.m.', 'PSA discussed and drawn.', 'Bladder scan at the next visit.'],
    panels: ['psa', 'urinalysis'],
    results: { 'Prostate-specific antigen': [2.1, 7.9] },
    specialist: {
      specialty: 'Urology',
      reasons: [
        'PSA rose from 3.1 to 7.4 in a year. Please evaluate, MRI as you see fit.',
        'Retention of 310 mL on the bladder scan despite two medications. Please see.',
      ],
      impression: ['Elevated PSA with a PI-RADS 3 lesion on MRI; enlarged gland, 62 g.'],
      recommendations: ['Targeted biopsy scheduled.', 'Hold anticoagulation as written in the instructions.'],
    },
  },
  kidneyStone: {
    code: 'N20.0',
    name: 'kidney stones',
    years: [0, 8],
    medications: ['Potassium citrate 10 mEq by mouth twice daily'],
    visits: ['Flank pain', 'Kidney stone follow-up'],
    history: ['Second stone in three years. The last one passed at home and was calcium oxalate.'],
    exam: ['No flank tenderness today.'],
    assessment: ['Recurrent nephrolithiasis.'],
    plan: ['Two and a half liters of urine a day.', '24-hour urine collection.'],
    panels: ['urinalysis', 'metabolic'],
    studies: ['renalUltrasound'],
    reports: { renalUltrasound: 1 },
    acute: {
      type: 'emergency',
      triage: { pulse: 104, bloodPressure: '156/92' },
      results: { 'Red blood cells, urine': [25, 60] },
      reason: 'Severe flank pain',
      presentation: ['Sudden severe left flank pain with vomiting. Urine showed blood and no infection.'],
      course: [
        'CT showed a 5 mm stone in the distal left ureter with mild hydronephrosis. Ketorolac and ondansetron controlled the symptoms.',
      ],
      discharge: [
        'Strain all urine.',
        'Tamsulosin 0.4 mg nightly until it passes.',
        'Return for fever, chills or pain that cannot be controlled.',
      ],
      panels: ['urinalysis', 'metabolic'],
      studies: ['abdominalCt'],
    },
    specialist: {
      specialty: 'Urology',
      reasons: ['7 mm stone in the right renal pelvis, two episodes of colic. Please advise on lithotripsy.'],
      impression: ['Right renal pelvic stone, 7 mm, 890 HU.'],
      recommendations: [
        'Ureteroscopy preferred to shock-wave lithotripsy because of density.',
        'Urine culture one week before.',
      ],
    },
  },
  psoriasis: {
    code: 'L40.0',
    name: 'plaque psoriasis',
    years: [2, 20],
    medications: ['Clobetasol 0.05% ointment twice daily for two weeks, then weekends'],
    visits: ['Skin rash', 'Psoriasis follow-up'],
    history: ['Itchy plaques on elbows, scalp and shins are worse since winter. No joint swelling.'],
    exam: ['Skin: well-defined red plaques with silver scale over elbows, knees and scalp, about 9% of the body.'],
    assessment: ['Plaque psoriasis, moderate.'],
    plan: ['Ointment under wrap for two weeks.', 'Dermatology for light or systemic treatment.'],
    specialist: {
      specialty: 'Dermatology',
      reasons: [
        'Psoriasis over 10% of the skin despite high-potency steroids. Please evaluate for systemic therapy.',
        'Changing pigmented spot on the back, 8 mm, irregular border. Please see soon for biopsy.',
      ],
      impression: ['Plaque psoriasis, PASI 11.8, scalp and nails involved.'],
      recommendations: ['Narrow-band UVB three times a week for ten weeks.', 'If not clear, apremilast.'],
    },
  },
} as const satisfies Record<string, ConditionProfile>;
