/** Words for coded values that are usually sent without a text. HL7 tables in brackets. */
export const codeTables = {
  /** [0001] */
  sex: { M: 'Male', F: 'Female', O: 'Other', U: 'Unknown', A: 'Ambiguous', N: 'Not applicable' },
  /** [0002] */
  marital: {
    A: 'Separated',
    B: 'Unmarried',
    C: 'Common law',
    D: 'Divorced',
    E: 'Legally separated',
    G: 'Living together',
    I: 'Interlocutory',
    M: 'Married',
    N: 'Annulled',
    O: 'Other',
    P: 'Domestic partner',
    R: 'Registered domestic partner',
    S: 'Single',
    W: 'Widowed',
  },
  /** [0004] */
  patientClass: {
    E: 'Emergency',
    I: 'Inpatient',
    O: 'Outpatient',
    P: 'Preadmit',
    R: 'Recurring patient',
    B: 'Obstetrics',
  },
  /** [0007] */
  admission: { A: 'Accident', E: 'Emergency', L: 'Labor and delivery', R: 'Routine', N: 'Newborn', U: 'Urgent' },
  /** [0027, 0485] */
  priority: { S: 'STAT', A: 'As soon as possible', R: 'Routine', P: 'Preop', C: 'Callback', T: 'Timing critical' },
  /** [0038] */
  orderStatus: {
    A: 'Some results available',
    CA: 'Canceled',
    CM: 'Completed',
    DC: 'Discontinued',
    ER: 'Error, order not found',
    HD: 'On hold',
    IP: 'In process',
    RP: 'Replaced',
    SC: 'Scheduled',
  },
  /** [0078] */
  flag: {
    L: 'Low',
    H: 'High',
    LL: 'Critically low',
    HH: 'Critically high',
    '<': 'Below the measurable range',
    '>': 'Above the measurable range',
    N: 'Normal',
    A: 'Abnormal',
    AA: 'Critically abnormal',
    U: 'Significantly higher than before',
    D: 'Significantly lower than before',
    B: 'Better',
    W: 'Worse',
    S: 'Susceptible',
    VS: 'Very susceptible',
    R: 'Resistant',
    I: 'Intermediate',
    POS: 'Positive',
    NEG: 'Negative',
    IND: 'Indeterminate',
    DET: 'Detected',
    ND: 'Not detected',
    RR: 'Reactive',
    NR: 'Not reactive',
  },
  /** [0085] */
  resultStatus: {
    C: 'Corrected',
    D: 'Deleted',
    F: 'Final',
    I: 'Results pending',
    N: 'Not asked',
    O: 'Order detail only',
    P: 'Preliminary',
    R: 'Not verified',
    S: 'Partial',
    U: 'Final',
    W: 'Wrong, replaced',
    X: 'Cannot be obtained',
  },
  /** [0103] */
  processing: { D: 'Debugging', P: 'Production', T: 'Training' },
  /** [0105] */
  source: { L: 'Performing department', O: 'Other system', P: 'Orderer' },
  /** [0123] */
  reportStatus: {
    A: 'Some results available',
    C: 'Corrected',
    F: 'Final',
    I: 'No results yet, specimen received',
    O: 'Order received, no specimen yet',
    P: 'Preliminary',
    R: 'Not verified',
    S: 'No results yet, scheduled',
    X: 'No results, order canceled',
  },
  /** [0270] */
  documentType: {
    AR: 'Autopsy report',
    CD: 'Cardiodiagnostics',
    CN: 'Consultation',
    DI: 'Diagnostic imaging',
    DS: 'Discharge summary',
    ED: 'Emergency department report',
    HP: 'History and physical',
    OP: 'Operative report',
    PC: 'Psychiatric consultation',
    PH: 'Psychiatric history and physical',
    PN: 'Procedure note',
    PR: 'Progress note',
    SP: 'Surgical pathology',
    TS: 'Transfer summary',
  },
  /** [0271] */
  documentStatus: {
    AU: 'Authenticated',
    DI: 'Dictated',
    DO: 'Documented',
    IN: 'Incomplete',
    IP: 'In progress',
    LA: 'Legally authenticated',
    PA: 'Preauthenticated',
  },
  /** [0136] */
  yesNo: { Y: 'Yes', N: 'No' },
  /** [0125] */
  valueType: {
    CE: 'Coded',
    CWE: 'Coded',
    CNE: 'Coded',
    DT: 'Date',
    TM: 'Time',
    TS: 'Date and time',
    DTM: 'Date and time',
    ED: 'File',
    FT: 'Formatted text',
    NM: 'Number',
    RP: 'Reference',
    SN: 'Structured number',
    ST: 'Text',
    TX: 'Text',
  },
} as const satisfies Record<string, Record<string, string>>;
export type CodeTable = keyof typeof codeTables;

/** [0190] */
export const addressKinds: Record<string, string> = {
  B: 'business',
  BA: 'bad address',
  BI: 'billing',
  C: 'current',
  H: 'home',
  L: 'legal',
  M: 'mailing',
  O: 'office',
  P: 'permanent',
};

/** [0200] */
export const nameKinds: Record<string, string> = {
  A: 'alias',
  B: 'name at birth',
  C: 'adopted name',
  D: 'display name',
  L: 'legal name',
  M: 'maiden name',
  N: 'nickname',
};

/** [0201, 0202] */
export const phoneKinds: Record<string, string> = {
  BP: 'pager',
  BPN: 'pager',
  CP: 'mobile',
  EMR: 'emergency',
  FX: 'fax',
  Internet: 'email',
  MD: 'modem',
  NET: 'email',
  ORN: 'other home',
  PH: 'phone',
  PRN: 'home',
  PRS: 'personal',
  TDD: 'TDD',
  VHN: 'vacation home',
  WPN: 'work',
};

/** [0203] */
export const idKinds: Record<string, string> = {
  AN: 'account number',
  DL: "driver's license",
  MR: 'MRN',
  NPI: 'NPI',
  PI: 'patient id',
  SS: 'SSN',
  VN: 'visit number',
};

/** [0396] */
export const codingSystems: Record<string, string> = {
  C4: 'CPT',
  CVX: 'CVX',
  I10: 'ICD-10',
  I10C: 'ICD-10-CM',
  I9: 'ICD-9',
  I9C: 'ICD-9-CM',
  LN: 'LOINC',
  RXNORM: 'RxNorm',
  SCT: 'SNOMED CT',
};
