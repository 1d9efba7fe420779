import type { ConditionProfile } from './profile.ts';

export const heartConditions = {
  hypertension: {
    code: 'I10',
    name: 'hypertension',
    years: [2, 18],
    medications: [
      'Lisinopril 20 mg by mouth once daily',
      'Amlodipine 5 mg by mouth once daily',
      'Chlorthalidone 12.5 mg by mouth every morning',
    ],
    visits: ['Blood pressure follow-up', 'Hypertension, medication check', 'Elevated home blood pressure readings'],
    history: [
      '{He} checks blood pressure at home {three or four times a week|every other morning|about once a week}; most readings are between {134/80 and 148/88|128/76 and 144/86|138/84 and 156/92}.',
      'At the pharmacy it was {146/88|152/90|138/82} last week. {Sleep is poor|Work has been stressful|{He} has cut down on canned soup}.',
      '{He} denies headache, chest pain, visual change and leg swelling. {Two doses of medication were missed in the past month|No dose was missed|The refill was picked up four days late}.',
      'Home cuff was compared with ours today and reads within {4|2|6} mmHg. {Salt intake is still high on weekends|{He} walks the dog twice a day|Coffee is down to one cup}.',
    ],
    exam: [
      'Heart: regular rate and rhythm, {S4 absent, no murmur|no murmur or gallop|soft 1/6 systolic murmur, unchanged}. No carotid bruit. {No ankle edema|Trace ankle edema}.',
    ],
    assessment: [
      'Essential hypertension, above goal of 130/80 on current treatment.',
      'Essential hypertension, at goal most of the time.',
      'Essential hypertension, controlled in the office and a little high at home.',
    ],
    plan: [
      '{Same medication; the dose goes up if the two-week home average stays above 135/85|Take the evening tablet at bedtime; send the home log in two weeks}.',
      'Reviewed sodium goal of 2,300 mg a day and {gave the low-sodium shopping list|agreed on two walks of 20 minutes a day}.',
      'Basic metabolic panel before the next visit.',
    ],
    panels: ['metabolic'],
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'Blood pressure remains above 150/90 on three agents including a diuretic. Please evaluate for secondary causes and advise on treatment.',
        'Resistant hypertension with LVH voltage on ECG. Requesting evaluation, echocardiogram as you see fit, and medication recommendations.',
      ],
      impression: [
        'Hypertension, apparent treatment resistance. 24-hour monitoring shows a mean of 141/82, so part of the elevation is a white-coat effect.',
      ],
      recommendations: [
        'Change chlorthalidone to 25 mg daily and recheck potassium in two weeks.',
        'Renal artery duplex is not needed at present.',
        'Return to primary care; see us again if the home average exceeds 140/90.',
      ],
    },
  },
  coronary: {
    code: 'I25.10',
    name: 'coronary artery disease',
    years: [1, 12],
    medications: [
      'Aspirin 81 mg by mouth once daily',
      'Atorvastatin 80 mg by mouth at bedtime',
      'Metoprolol succinate ER 50 mg by mouth once daily',
      'Clopidogrel 75 mg by mouth once daily',
      'Nitroglycerin 0.4 mg under the tongue as needed for chest pain',
    ],
    visits: ['Coronary artery disease follow-up', 'Chest tightness with exertion', 'Follow-up after stress test'],
    history: [
      '{He} can climb {two flights|one flight|three flights} of stairs without stopping. In the past month there were {two|three|a few} episodes of chest tightness {while carrying groceries uphill|when hurrying in the cold|after raking leaves}, each gone within {three|five} minutes of rest.',
      'No chest discomfort at rest. {{He} has not needed nitroglycerin since the last visit|Nitroglycerin was used once and worked within two minutes}.',
      '{He} walks about {25|15|40} minutes most days and {finished cardiac rehabilitation last year|has gone back to bowling|rides a stationary bicycle in winter}.',
    ],
    exam: ['Heart: regular, normal S1 and S2, no S3, no murmur. Lungs clear. Peripheral pulses 2+ and equal.'],
    assessment: [
      'Coronary artery disease with stable exertional symptoms.',
      'Coronary artery disease, no angina at present, on full secondary prevention.',
    ],
    plan: [
      'Continue antiplatelet treatment, high-intensity statin and beta blocker.',
      'Call 911 for chest pain that lasts more than five minutes after one nitroglycerin.',
      'LDL goal below 70 mg/dL; repeat lipid panel in three months.',
    ],
    panels: ['lipids', 'metabolic'],
    studies: ['ecg', 'stress', 'echo'],
    reports: { echo: 0, stress: 1, ecg: 0 },
    results: { 'LDL cholesterol, calculated': [62, 118] },
    acute: {
      code: 'I21.4',
      reports: { ecg: 4, echo: 3, chestXray: 0 },
      type: 'inpatient',
      results: {
        'Troponin T, high sensitivity, 0 h': [46, 52],
        'Troponin T, high sensitivity, 2 h': [560, 640],
      },
      reason: 'Chest pain, non-ST elevation myocardial infarction',
      presentation: [
        '{He} woke at 4 a.m. with pressure in the chest that spread to the left arm, with sweating. EMS gave aspirin 324 mg.',
        'High-sensitivity troponin rose from 48 to 612 ng/L. The ECG showed T-wave inversion in V4 to V6.',
      ],
      course: [
        'Heparin was started and {he} went to the catheterization laboratory the same day. The mid left anterior descending artery had a 90% narrowing, which was treated with one drug-eluting stent through the right wrist.',
        'There was no further pain. The echocardiogram before discharge showed an ejection fraction of 50%.',
      ],
      discharge: [
        'Take both blood thinners every day for twelve months; do not stop either without speaking to cardiology.',
        'No lifting over ten pounds for one week.',
        'Cardiac rehabilitation begins in two weeks.',
      ],
      studies: ['ecg', 'echo', 'chestXray'],
      panels: ['blood', 'metabolic', 'troponin'],
    },
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'Exertional chest tightness over six weeks, relieved by rest. Risk factors as listed. Please evaluate for ischemia.',
        'Established coronary disease, stent placed last year, now with new dyspnea on stairs. Please see for reassessment.',
        'Needs a cardiologist after moving from out of state. Prior stent, on dual antiplatelet therapy; asks how long to continue.',
      ],
      impression: [
        'Stable ischemic heart disease, CCS class II. Exercise study shows a small reversible inferior defect, low risk.',
      ],
      recommendations: [
        'Add isosorbide mononitrate 30 mg every morning.',
        'No catheterization unless symptoms progress on two agents.',
        'Follow-up here in three months.',
      ],
    },
  },
  fibrillation: {
    code: 'I48.0',
    name: 'paroxysmal atrial fibrillation',
    years: [0, 7],
    medications: ['Apixaban 5 mg by mouth twice daily', 'Metoprolol succinate ER 25 mg by mouth once daily'],
    visits: ['Palpitations', 'Atrial fibrillation follow-up', 'Anticoagulation check'],
    history: [
      '{He} notices a fluttering in the chest {once or twice a week|on most evenings|every two weeks or so}, lasting from {ten minutes to two hours|a few minutes to half a day}, {sometimes with light-headedness|without light-headedness}. No syncope.',
      'No bleeding, black stools or falls. {He} has not missed a dose of apixaban.',
      'A wrist device recorded an irregular rhythm on {three evenings|two nights|five days} last month. {Wine makes it worse|No trigger was found|It often follows a short night}.',
    ],
    exam: [
      'Heart: rate 84, irregularly irregular on arrival and regular by the end of the visit. No murmur. Lungs clear.',
    ],
    assessment: ['Paroxysmal atrial fibrillation, CHA2DS2-VASc 3, on anticoagulation.'],
    plan: [
      'Continue apixaban; kidney function twice a year.',
      'Limit alcohol to one drink a day at most.',
      'Fourteen-day patch monitor to measure the burden.',
    ],
    panels: ['metabolic', 'blood', 'thyroid'],
    studies: ['ecg', 'echo'],
    reports: { echo: 0, ecg: 2, chestXray: 0 },
    acute: {
      exam: ['Anxious, not in distress. Heart: rapid and irregular, no murmur. Lungs clear, no edema.'],
      reports: { ecg: 3 },
      type: 'emergency',
      triage: { pulse: 138, bloodPressure: '118/74' },
      reason: 'Rapid heartbeat and light-headedness',
      presentation: [
        '{He} came with two hours of rapid heartbeat. The monitor showed atrial fibrillation at 138 a minute with a blood pressure of 118/74.',
      ],
      course: [
        'Diltiazem 15 mg IV slowed the rate to 92 and sinus rhythm returned after forty minutes. Electrolytes and troponin were normal.',
      ],
      discharge: [
        'Continue apixaban without a gap.',
        'Return for a rate above 120 that lasts more than 30 minutes, fainting, or chest pain.',
        'See cardiology within two weeks.',
      ],
      studies: ['ecg', 'chestXray'],
      panels: ['metabolic', 'troponin'],
    },
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'New atrial fibrillation found at a routine visit, rate controlled, apixaban started. Please advise on rhythm control.',
        'Symptomatic paroxysmal AF despite metoprolol. Would {he} be a candidate for ablation?',
        'AF with two emergency visits this quarter for rapid rate. Please see soon for rate and rhythm strategy.',
      ],
      impression: [
        'Symptomatic paroxysmal atrial fibrillation with an 8% burden on the patch monitor. Left atrium mildly enlarged.',
      ],
      recommendations: [
        'Start flecainide 50 mg twice daily with metoprolol; treadmill in one week to exclude proarrhythmia.',
        'Refer to electrophysiology for ablation if symptoms persist for three months.',
        'Lifelong anticoagulation is advised.',
      ],
    },
  },
  heartFailure: {
    code: 'I50.22',
    name: 'chronic systolic heart failure',
    years: [1, 8],
    medications: [
      'Sacubitril-valsartan 49/51 mg by mouth twice daily',
      'Carvedilol 12.5 mg by mouth twice daily',
      'Furosemide 40 mg by mouth every morning',
      'Spironolactone 25 mg by mouth once daily',
      'Empagliflozin 10 mg by mouth once daily',
    ],
    visits: ['Heart failure follow-up', 'Weight gain and leg swelling', 'Shortness of breath'],
    history: [
      'Weight at home {rose four pounds in a week after a family dinner and came down again with an extra furosemide tablet|has been steady within two pounds|is up three pounds since the last visit}.',
      '{He} sleeps on {two pillows|three pillows|one pillow} and gets short of breath after {half a flight of stairs|one block on the level|making the bed}, {as before|a little sooner than last time}. No fainting.',
      '{A neighbor fills the pill box every Sunday|The visiting nurse fills the pill box|A relative sets out the pills}. {His} morning weights are {written on the refrigerator|sent by the home scale}.',
    ],
    exam: [
      'Jugular venous pressure 8 cm. Heart: S3 not heard, 2/6 systolic murmur at the apex. Lungs: fine crackles at both bases. Ankles: 1+ pitting edema.',
    ],
    assessment: [
      'Heart failure with reduced ejection fraction (35%), NYHA class II to III, mildly volume overloaded.',
      'Heart failure with reduced ejection fraction, euvolemic on current doses.',
    ],
    plan: [
      'Furosemide 80 mg each morning for three days, then back to 40 mg.',
      'Daily weight; call for a gain of three pounds in a day or five in a week.',
      'Metabolic panel in one week because of spironolactone.',
    ],
    panels: ['metabolic', 'bnp'],
    studies: ['echo', 'chestXray'],
    reports: { echo: 1, chestXray: 1, ecg: 1 },
    results: { 'NT-proBNP': [1450, 5200], Creatinine: [1.1, 1.6] },
    acute: {
      code: 'I50.23',
      type: 'inpatient',
      results: { 'NT-proBNP': [8600, 9200] },
      reason: 'Acute on chronic heart failure',
      presentation: [
        '{He} was admitted with five days of increasing breathlessness, eleven pounds of weight gain, and an oxygen saturation of 88% on room air.',
        'Chest radiograph showed interstitial edema. NT-proBNP was 8,940 pg/mL.',
      ],
      course: [
        'IV furosemide 80 mg twice daily removed 6.2 liters over four days. Oxygen was stopped on day three.',
        'Sacubitril-valsartan was restarted before discharge and tolerated. Discharge weight is 178.4 lb, which should be taken as the dry weight.',
      ],
      discharge: [
        'Weigh every morning; call the heart failure line for a gain of three pounds in a day.',
        'Two grams of sodium and two liters of fluid a day.',
        'Visiting nurse within 48 hours; clinic within seven days.',
      ],
      studies: ['chestXray', 'echo', 'ecg'],
      panels: ['metabolic', 'bnp', 'blood'],
    },
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'Heart failure with EF 35%, second admission in six months. Please optimize therapy and assess for ICD.',
        'Discharged last week after decompensated heart failure. Needs early cardiology follow-up within seven days.',
      ],
      impression: ['Ischemic cardiomyopathy, EF 30 to 35%, NYHA class III, ACC stage C. Near euvolemia today.'],
      recommendations: [
        'Raise sacubitril-valsartan to 97/103 mg if systolic pressure stays above 105.',
        'Repeat echocardiogram in three months; ICD if EF remains at or below 35%.',
        'Enroll in the remote weight program.',
      ],
    },
  },
  aorticStenosis: {
    code: 'I35.0',
    name: 'aortic stenosis',
    years: [1, 6],
    medications: [],
    visits: ['Heart murmur', 'Aortic stenosis surveillance'],
    history: [
      '{He} has slowed down {a little on hills|on stairs since the summer} but has had no chest pain, fainting or heart failure.',
      'The murmur has been known for years; the last echocardiogram was {eighteen months|a year|two years} ago.',
    ],
    exam: [
      'Heart: 3/6 late-peaking systolic murmur at the right upper sternal border, carried to the carotids. Carotid upstroke slightly delayed.',
    ],
    assessment: ['Aortic stenosis, moderate to severe by examination, with possible early symptoms.'],
    plan: ['Echocardiogram before the cardiology visit.', 'Avoid strenuous exertion until seen.'],
    studies: ['echo', 'ecg'],
    reports: { echo: 2, ecg: 1 },
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'Systolic murmur, peak velocity 3.9 m/s on echo and less stamina on hills. Please evaluate timing of valve replacement.',
        'Known moderate aortic stenosis due for surveillance; new exertional light-headedness.',
      ],
      impression: ['Severe aortic stenosis, valve area 0.8 cm2, mean gradient 42 mmHg, now symptomatic.'],
      recommendations: [
        'Referred to the structural heart team for TAVR evaluation.',
        'CT angiography of the aorta and iliac arteries is ordered.',
        'No vasodilators or dental work until seen.',
      ],
    },
  },
  syncope: {
    code: 'R55',
    name: 'syncope',
    years: [0, 1],
    medications: [],
    visits: ['Fainting episode', 'Follow-up after fainting'],
    history: [
      '{He} fainted {in the kitchen after standing up quickly|in church|on the way back from the bathroom at night}. There was a gray-out for several seconds before, no tongue biting, and full recovery within a minute.',
      'No family history of sudden death. {He} had eaten little that day.',
    ],
    exam: [
      'Blood pressure lying 132/78, standing 108/70 with light-headedness. Heart: regular, no murmur. Neurologic examination normal.',
    ],
    assessment: ['Syncope, most likely orthostatic; arrhythmia not excluded.'],
    plan: [
      'Rise in stages and drink at least six glasses of water a day.',
      'ECG today; two-week monitor.',
      'No driving until the monitor has been read.',
    ],
    panels: ['metabolic', 'blood'],
    studies: ['ecg', 'echo'],
    reports: { echo: 0, ecg: 1 },
    specialist: {
      specialty: 'Cardiovascular Disease',
      reasons: [
        'Two unexplained faints in a month, one while seated. ECG shows first-degree block. Please evaluate for arrhythmia.',
        'Syncope with injury (forehead laceration). Echo normal. Please advise on long-term monitoring.',
      ],
      impression: [
        'Recurrent syncope with a 4.2-second sinus pause on the monitor, which coincided with near-fainting.',
      ],
      recommendations: [
        'Dual-chamber pacemaker advised and discussed; {he} agrees.',
        'No driving until one week after implantation.',
      ],
    },
  },
  peripheralArtery: {
    code: 'I73.9',
    name: 'peripheral vascular disease',
    years: [1, 9],
    medications: [
      'Clopidogrel 75 mg by mouth once daily',
      'Rosuvastatin 20 mg by mouth once daily',
      'Cilostazol 100 mg by mouth twice daily',
    ],
    visits: ['Leg pain when walking', 'Circulation follow-up'],
    history: [
      'Calf pain on the right begins after {about one block|two blocks|one flight of stairs} and goes away within {three|five} minutes of standing still.',
      'No pain at rest and no sores on the feet. {He} smokes {half a pack|four or five cigarettes} a day, down from one pack.',
    ],
    exam: [
      'Right dorsalis pedis and posterior tibial pulses not palpable, Doppler signal monophasic. Feet warm, skin intact.',
    ],
    assessment: ['Intermittent claudication, right leg, lifestyle limiting.'],
    plan: [
      'Supervised walking program, three sessions a week.',
      'Nicotine patch 14 mg; quit date agreed.',
      'Foot check at every visit.',
    ],
    panels: ['lipids'],
    studies: ['ankleBrachial'],
    specialist: {
      specialty: 'Surgery',
      reasons: [
        'Lifestyle-limiting claudication, ABI 0.58 on the right, no improvement after twelve weeks of walking. Please evaluate for revascularization.',
      ],
      impression: ['Femoropopliteal disease, Rutherford category 3.'],
      recommendations: ['CT angiography with runoff.', 'Endovascular treatment is likely; will discuss after imaging.'],
    },
  },
} as const satisfies Record<string, ConditionProfile>;
