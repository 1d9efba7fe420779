/** One lab value: unit, normal range and decimals. Results are in the range unless a condition affects them. */
export interface LabTest {
  name: string;
  unit: string;
  low: number;
  high: number;
  decimals: number;
}

export interface LabPanel {
  /** Comes after "Lab Results - " in the names of the document type and the document. */
  name: string;
  specimen: string;
  tests: readonly LabTest[];
}

const test = (name: string, unit: string, low: number, high: number, decimals = 0): LabTest => {
  return { name, unit, low, high, decimals };
};

const panels = {
  blood: {
    name: 'Complete Blood Count',
    specimen: 'Whole blood, EDTA',
    tests: [
      test('White blood cells', 'K/uL', 4, 10.8, 1),
      test('Red blood cells', 'M/uL', 4.1, 5.6, 2),
      test('Hemoglobin', 'g/dL', 12, 16.5, 1),
      test('Hematocrit', '%', 36, 49, 1),
      test('MCV', 'fL', 80, 99, 0),
      test('Platelets', 'K/uL', 150, 400),
      test('Neutrophils', '%', 40, 72),
      test('Lymphocytes', '%', 20, 45),
    ],
  },
  metabolic: {
    name: 'Comprehensive Metabolic Panel',
    specimen: 'Serum',
    tests: [
      test('Glucose', 'mg/dL', 70, 99),
      test('Urea nitrogen', 'mg/dL', 7, 20),
      test('Creatinine', 'mg/dL', 0.6, 1.2, 2),
      test('eGFR', 'mL/min/1.73m2', 60, 120),
      test('Sodium', 'mmol/L', 135, 145),
      test('Potassium', 'mmol/L', 3.5, 5.1, 1),
      test('Chloride', 'mmol/L', 98, 107),
      test('Carbon dioxide', 'mmol/L', 22, 30),
      test('Calcium', 'mg/dL', 8.6, 10.3, 1),
      test('Albumin', 'g/dL', 3.5, 5, 1),
      test('Bilirubin, total', 'mg/dL', 0.2, 1.2, 1),
      test('Alkaline phosphatase', 'U/L', 40, 129),
      test('ALT', 'U/L', 7, 45),
      test('AST', 'U/L', 8, 40),
    ],
  },
  lipids: {
    name: 'Lipid Panel',
    specimen: 'Serum, fasting',
    tests: [
      test('Cholesterol, total', 'mg/dL', 120, 199),
      test('HDL cholesterol', 'mg/dL', 40, 80),
      test('LDL cholesterol, calculated', 'mg/dL', 40, 99),
      test('Triglycerides', 'mg/dL', 50, 149),
      test('Non-HDL cholesterol', 'mg/dL', 70, 129),
    ],
  },
  a1c: {
    name: 'Hemoglobin A1c',
    specimen: 'Whole blood, EDTA',
    tests: [test('Hemoglobin A1c', '%', 4.2, 5.6, 1), test('Glucose', 'mg/dL', 70, 99)],
  },
  thyroid: {
    name: 'Thyroid Panel',
    specimen: 'Serum',
    tests: [test('TSH', 'mIU/L', 0.45, 4.5, 2), test('Free T4', 'ng/dL', 0.8, 1.8, 1)],
  },
  urineAlbumin: {
    name: 'Urine Albumin',
    specimen: 'Urine, first morning',
    tests: [
      test('Albumin, urine', 'mg/dL', 0.2, 1.9, 1),
      test('Creatinine, urine', 'mg/dL', 40, 200),
      test('Albumin/creatinine ratio, urine', 'mg/g', 2, 29),
    ],
  },
  bnp: { name: 'NT-proBNP', specimen: 'Plasma', tests: [test('NT-proBNP', 'pg/mL', 20, 124)] },
  troponin: {
    name: 'Troponin',
    specimen: 'Plasma',
    tests: [
      test('Troponin T, high sensitivity, 0 h', 'ng/L', 3, 14),
      test('Troponin T, high sensitivity, 2 h', 'ng/L', 3, 14),
    ],
  },
  liver: {
    name: 'Hepatic Function Panel',
    specimen: 'Serum',
    tests: [
      test('ALT', 'U/L', 7, 45),
      test('AST', 'U/L', 8, 40),
      test('Alkaline phosphatase', 'U/L', 40, 129),
      test('Bilirubin, total', 'mg/dL', 0.2, 1.2, 1),
      test('Albumin', 'g/dL', 3.5, 5, 1),
      test('Protein, total', 'g/dL', 6, 8.3, 1),
    ],
  },
  inflammation: {
    name: 'Inflammatory Markers',
    specimen: 'Serum and whole blood',
    tests: [test('C-reactive protein', 'mg/L', 0.3, 8, 1), test('Sedimentation rate', 'mm/h', 2, 20)],
  },
  iron: {
    name: 'Iron Studies',
    specimen: 'Serum',
    tests: [
      test('Iron', 'ug/dL', 50, 170),
      test('Iron binding capacity', 'ug/dL', 250, 425),
      test('Ferritin', 'ng/mL', 15, 200),
    ],
  },
  uricAcid: { name: 'Uric Acid', specimen: 'Serum', tests: [test('Uric acid', 'mg/dL', 3.4, 7, 1)] },
  psa: {
    name: 'Prostate-Specific Antigen',
    specimen: 'Serum',
    tests: [test('Prostate-specific antigen', 'ng/mL', 0.2, 4, 1)],
  },
  urinalysis: {
    name: 'Urinalysis',
    specimen: 'Urine, clean catch',
    tests: [
      test('Specific gravity', '', 1.005, 1.03, 3),
      test('pH', '', 5, 8, 1),
      test('White blood cells, urine', '/HPF', 0, 5),
      test('Red blood cells, urine', '/HPF', 0, 3),
    ],
  },
  vitaminD: {
    name: 'Vitamin D',
    specimen: 'Serum',
    tests: [test('25-hydroxyvitamin D', 'ng/mL', 30, 80), test('Calcium', 'mg/dL', 8.6, 10.3, 1)],
  },
  b12: {
    name: 'Vitamin B12',
    specimen: 'Serum',
    tests: [test('Vitamin B12', 'pg/mL', 232, 1100), test('Folate', 'ng/mL', 4, 20, 1)],
  },
  bilirubin: {
    name: 'Bilirubin',
    specimen: 'Serum, heel stick',
    tests: [test('Bilirubin, total', 'mg/dL', 1, 10, 1), test('Bilirubin, direct', 'mg/dL', 0.1, 0.5, 1)],
  },
  glucoseTolerance: {
    name: 'Glucose Tolerance, 1 Hour',
    specimen: 'Plasma',
    tests: [test('Glucose, 1 h after 50 g', 'mg/dL', 80, 139)],
  },
} as const satisfies Record<string, LabPanel>;

export type PanelKey = keyof typeof panels;

export function panelOf(key: PanelKey): LabPanel {
  return panels[key];
}

export const panelKeys = Object.keys(panels) as PanelKey[];

/** The document type under which a panel's results are filed. */
export function labTypeName(key: PanelKey): string {
  return `Lab Results - ${panels[key].name}`;
}
