/** An imaging or heart study with its possible reports; findings and impression belong together. */
export interface Study {
  name: string;
  /** Heart studies are filed separately from imaging. */
  isCardiac?: boolean;
  technique: string;
  reports: readonly { findings: readonly string[]; impression: readonly string[] }[];
}

const studies = {
  ecg: {
    name: 'Electrocardiogram',
    isCardiac: true,
    technique: 'Twelve leads, 25 mm/s, 10 mm/mV.',
    reports: [
      {
        findings: [
          'Sinus rhythm, rate 72. PR 168 ms, QRS 92 ms, QTc 421 ms. Axis normal.',
          'No ST deviation. T waves upright in the lateral leads.',
        ],
        impression: ['Normal electrocardiogram.'],
      },
      {
        findings: [
          'Sinus rhythm, rate 64, with a PR interval of 214 ms.',
          'R in aVL 13 mm, with ST-T changes in I, aVL, V5 and V6.',
        ],
        impression: ['First-degree AV block.', 'Left ventricular hypertrophy with repolarization changes.'],
      },
      {
        findings: ['Irregular rhythm without P waves, ventricular rate 96.', 'Nonspecific T-wave flattening.'],
        impression: ['Atrial fibrillation with controlled ventricular rate.'],
      },
      {
        findings: [
          'Irregular rhythm without P waves, ventricular rate 138. QRS narrow.',
          'One-millimeter ST depression in the lateral leads, rate related.',
        ],
        impression: ['Atrial fibrillation with rapid ventricular response.'],
      },
      {
        findings: [
          'Sinus rhythm, rate 88. PR and QRS intervals normal.',
          'Symmetric T-wave inversion of 2 to 3 mm in V4 to V6, new since the last tracing.',
        ],
        impression: ['Lateral T-wave inversion; consider ischemia.'],
      },
    ],
  },
  echo: {
    name: 'Transthoracic Echocardiogram',
    isCardiac: true,
    technique: 'Two-dimensional, color and spectral Doppler. Image quality fair.',
    reports: [
      {
        findings: [
          'Left ventricle: normal size, wall thickness 1.2 cm, ejection fraction 60%.',
          'Left atrium mildly enlarged. Right heart normal. Aortic valve trileaflet with trace regurgitation.',
          'Estimated pulmonary artery pressure 28 mmHg. No pericardial effusion.',
        ],
        impression: ['Normal systolic function.', 'Mild concentric hypertrophy with impaired relaxation.'],
      },
      {
        findings: [
          'Left ventricle: dilated (6.1 cm), global hypokinesis, akinetic apex, ejection fraction 34%.',
          'Left atrium moderately enlarged. Moderate functional mitral regurgitation.',
          'Inferior vena cava 2.3 cm, collapses less than half.',
        ],
        impression: [
          'Severely reduced systolic function.',
          'Moderate mitral regurgitation.',
          'Elevated right atrial pressure.',
        ],
      },
      {
        findings: [
          'Aortic valve: thick and calcified, peak velocity 3.9 m/s, mean gradient 38 mmHg, area 0.9 cm2.',
          'Left ventricle: normal size, ejection fraction 62%.',
          'Mitral annular calcification, mild regurgitation.',
        ],
        impression: ['Moderate to severe aortic stenosis.', 'Preserved systolic function.'],
      },
      {
        findings: [
          'Left ventricle: normal size, hypokinesis of the mid and apical anterior wall, ejection fraction 50%.',
          'Left atrium normal. No significant valve disease. Right heart normal. No thrombus.',
        ],
        impression: ['Mildly reduced systolic function with anterior wall motion abnormality.'],
      },
    ],
  },
  stress: {
    name: 'Nuclear Stress Test',
    isCardiac: true,
    technique: 'Treadmill, Bruce protocol, with technetium-99m sestamibi.',
    reports: [
      {
        findings: [
          'Exercised 7:10 minutes to 8.5 METs and 91% of predicted heart rate. No chest pain.',
          'Perfusion uniform at rest and stress. Ejection fraction 61%.',
        ],
        impression: ['No evidence of ischemia.', 'Good exercise capacity.'],
      },
      {
        findings: [
          'Exercised 5:30 minutes to 7 METs; stopped for chest tightness 4/10.',
          'Small, mild, reversible defect of the basal inferior wall. Ejection fraction 55%.',
        ],
        impression: ['Small area of inferior ischemia.', 'Low-risk study.'],
      },
    ],
  },
  chestXray: {
    name: 'Chest Radiograph, Two Views',
    technique: 'Upright posteroanterior and lateral views.',
    reports: [
      {
        findings: [
          'Lungs clear. Heart size normal. No effusion or pneumothorax.',
          'Degenerative change of the thoracic spine.',
        ],
        impression: ['No acute disease of the chest.'],
      },
      {
        findings: [
          'Heart enlarged. Interstitial markings increased with Kerley B lines. Small effusions on both sides.',
        ],
        impression: ['Interstitial pulmonary edema.', 'Cardiomegaly.'],
      },
      {
        findings: [
          'Hyperinflated lungs with flat diaphragms. No consolidation.',
          'Six-millimeter nodular density in the right upper zone, not seen before.',
        ],
        impression: ['Emphysema.', 'Possible right upper nodule; CT is recommended.'],
      },
    ],
  },
  chestCt: {
    name: 'CT Chest, Low Dose',
    technique: 'Axial images without contrast, 1.25 mm, dose 1.1 mSv.',
    reports: [
      {
        findings: [
          'Centrilobular emphysema of the upper lobes. Solid nodule of 5 mm in the right upper lobe, series 3 image 88.',
          'Coronary calcification, moderate. No enlarged nodes.',
        ],
        impression: ['Lung-RADS 2, benign appearance. Annual screening.', 'Moderate coronary calcification.'],
      },
      {
        findings: ['Part-solid nodule of 9 mm in the left lower lobe with a 4 mm solid part, new since last year.'],
        impression: ['Lung-RADS 4A. CT in three months or PET/CT.'],
      },
    ],
  },
  kneeXray: {
    name: 'Right Knee Radiographs',
    technique: 'Standing anteroposterior, lateral and sunrise views.',
    reports: [
      {
        findings: ['Medial joint space lost, with osteophytes, sclerosis and 7 degrees of varus. Small effusion.'],
        impression: ['Severe osteoarthritis of the medial compartment, Kellgren-Lawrence grade 4.'],
      },
      {
        findings: ['Medial joint space narrowed by half. Small osteophytes. No fracture.'],
        impression: ['Moderate osteoarthritis, Kellgren-Lawrence grade 3.'],
      },
    ],
  },
  shoulderMri: {
    name: 'MRI Right Shoulder',
    technique: 'Multiplanar sequences without contrast at 1.5 T.',
    reports: [
      {
        findings: [
          'Full-thickness tear of the anterior supraspinatus, 14 mm wide and 9 mm retracted. Muscle bulk normal.',
          'Biceps tendon in place. Mild acromioclavicular arthritis.',
        ],
        impression: ['Full-thickness supraspinatus tear, 14 mm.'],
      },
      {
        findings: [
          'Thickened supraspinatus with a partial bursal-side tear of less than half the thickness. Fluid in the bursa.',
        ],
        impression: ['Partial-thickness supraspinatus tear.', 'Subacromial bursitis.'],
      },
    ],
  },
  lumbarMri: {
    name: 'MRI Lumbar Spine',
    technique: 'Sagittal and axial T1 and T2 images without contrast.',
    reports: [
      {
        findings: [
          'L4-L5: broad disc bulge and facet arthritis, mild canal narrowing. L5-S1: disc desiccation without herniation.',
          'Conus normal. No fracture.',
        ],
        impression: ['Degenerative change without nerve root compression.'],
      },
      {
        findings: ['L5-S1: right paracentral disc herniation of 7 mm that displaces the right S1 root.'],
        impression: ['Right L5-S1 herniation with contact to the S1 root.'],
      },
    ],
  },
  headMri: {
    name: 'MRI Brain',
    technique: 'Multiplanar sequences before and after gadolinium.',
    reports: [
      {
        findings: ['No acute infarct, bleed or mass. Few white-matter spots. Ventricles normal for age.'],
        impression: ['No acute abnormality.', 'Minimal small-vessel change.'],
      },
      {
        findings: [
          'Volume loss, most marked in the temporal lobes and hippocampi. Confluent white-matter change. Old lacune in the right internal capsule.',
        ],
        impression: ['Hippocampal atrophy.', 'Moderate small-vessel disease with an old lacunar infarct.'],
      },
    ],
  },
  thyroidUltrasound: {
    name: 'Thyroid Ultrasound',
    technique: 'High-frequency linear probe.',
    reports: [
      {
        findings: [
          'Right lobe: solid hypoechoic nodule, 2.1 x 1.6 x 1.4 cm, smooth margin, no calcification.',
          'Left lobe and isthmus normal. No suspicious nodes.',
        ],
        impression: ['TI-RADS 4 nodule of the right lobe; aspiration is recommended at this size.'],
      },
      {
        findings: ['Several spongiform nodules up to 9 mm in both lobes.'],
        impression: ['Benign-appearing nodules, TI-RADS 1. No follow-up needed.'],
      },
    ],
  },
  renalUltrasound: {
    name: 'Renal Ultrasound',
    technique: 'Gray-scale and color Doppler.',
    reports: [
      {
        findings: [
          'Right kidney 9.6 cm, left 9.9 cm, cortex mildly echogenic. No stone or hydronephrosis.',
          'Simple cyst of 1.8 cm at the left lower pole.',
        ],
        impression: ['Medical renal disease.', 'No obstruction.'],
      },
      {
        findings: ['Right kidney 11.0 cm with a 7 mm stone in the renal pelvis and no dilation. Left kidney normal.'],
        impression: ['Right renal pelvic stone without obstruction.'],
      },
    ],
  },
  abdominalCt: {
    name: 'CT Abdomen and Pelvis Without Contrast',
    technique: 'Low-dose stone protocol.',
    reports: [
      {
        findings: [
          'Five-millimeter stone at the left ureterovesical junction with mild hydronephrosis and stranding.',
          'Appendix normal. No free fluid.',
        ],
        impression: ['Distal left ureteral stone, 5 mm, mild obstruction.'],
      },
    ],
  },
  footXray: {
    name: 'Left Foot Radiographs',
    technique: 'Three views.',
    reports: [
      {
        findings: ['Soft-tissue swelling at the heel. No gas, no cortical loss. Vessel calcification.'],
        impression: ['No radiographic sign of bone infection.'],
      },
    ],
  },
  ankleBrachial: {
    name: 'Ankle-Brachial Index',
    isCardiac: true,
    technique: 'Segmental pressures and pulse-volume recordings at rest and after walking.',
    reports: [
      {
        findings: [
          'Right ABI 0.58, falling to 0.39 after two minutes of walking. Left ABI 0.94.',
          'Pressure drop at the right thigh level.',
        ],
        impression: ['Moderate arterial disease of the right leg, femoropopliteal level.'],
      },
    ],
  },
  mammogram: {
    name: 'Diagnostic Mammogram With Tomosynthesis',
    technique: 'Craniocaudal and mediolateral oblique views of both breasts.',
    reports: [
      {
        findings: [
          'Scattered fibroglandular tissue. Lumpectomy change at 10 o’clock on the right, unchanged. No new mass.',
        ],
        impression: ['BI-RADS 2, benign. Next mammogram in one year.'],
      },
      {
        findings: ['New cluster of fine calcifications, 8 mm, in the upper outer left breast.'],
        impression: ['BI-RADS 4. Stereotactic biopsy is recommended.'],
      },
    ],
  },
  boneDensity: {
    name: 'Bone Density Scan',
    technique: 'Dual-energy absorptiometry of spine and left hip.',
    reports: [
      {
        findings: ['Spine L1-L4 T-score -2.3. Femoral neck T-score -2.8, down 3.1% in two years.'],
        impression: ['Osteoporosis.', 'Ten-year risk of hip fracture 6.2%.'],
      },
    ],
  },
  obstetricUltrasound: {
    name: 'Obstetric Ultrasound',
    technique: 'Transabdominal.',
    reports: [
      {
        findings: [
          'Single live fetus, head down, heart rate 146. Estimated weight 1,840 g, 54th percentile.',
          'Amniotic fluid index 14 cm. Placenta posterior, clear of the cervix.',
        ],
        impression: ['Growth appropriate for dates.', 'Normal fluid and placenta.'],
      },
    ],
  },
} as const satisfies Record<string, Study>;

export type StudyKey = keyof typeof studies;

export function studyOf(key: StudyKey): Study {
  return studies[key];
}
