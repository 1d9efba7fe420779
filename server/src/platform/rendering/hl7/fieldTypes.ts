import type { CodeTable } from './codes.ts';
import { lookup } from './lookup.ts';

/** How a field is written: by its HL7 data type, or by the table of its code. */
export type FieldType =
  | CodeTable
  | 'address'
  | 'code'
  | 'entity'
  | 'id'
  | 'list'
  | 'name'
  | 'organization'
  | 'performer'
  | 'person'
  | 'phone'
  | 'place'
  | 'quantity'
  | 'ssn'
  | 'text'
  | 'time'
  | 'timeRange'
  | 'timing'
  | 'unit';

/** Types with the numbers of the fields that have them, from HL7 version 2. A field that is not listed is a code. */
const segments: Record<string, string> = {
  MSH: 'entity 3 4 5 6 21 24 25, time 7, list 9, processing 11, organization 22 23',
  EVN: 'time 2 3 6, person 5, entity 7',
  PID: `id 2 3 4 18 21, name 5 6 9, time 7 29 33, sex 8, address 11, phone 13 14 40, marital 16, ssn 19, list 20,
    yesNo 24 30 31, entity 34`,
  PD1: 'organization 3 14, person 4, time 13 17 18, yesNo 12',
  NK1: `name 2 26 30, address 4 32, phone 5 6 31 40, time 8 9 16, id 12 33, organization 13, marital 14, sex 15, yesNo 23,
    ssn 37`,
  PV1: `patientClass 2, place 3 6 11 42 43, admission 4, id 5 19 50, person 7 8 9 17 52, list 20 37, organization 39,
    time 25 34 44 45, text 46 47 48 49`,
  PV2: 'place 1, time 8 9 14 17 26 28 29 33, person 13, organization 23, yesNo 15 19 22 32 34 36 37',
  AL1: 'time 6',
  IAM: 'entity 7, time 11 13, name 14',
  DG1: 'time 5 19, person 16, yesNo 18, entity 20 22',
  PR1: 'time 5, person 8 11 12, entity 19 25, place 23',
  GT1: `id 2 19, name 3 4 42 45, address 5 17, phone 6 7 18 46, time 8 13 14 24 31 32, sex 9, ssn 12, organization 16 21 51,
    marital 30, yesNo 22 25`,
  IN1: `id 3 10 49, organization 4 9 11, address 5 19 44, name 6 16, phone 7, time 12 13 18 24 26 29, list 14, yesNo 23 25,
    person 30, sex 43, quantity 37 38 40 41`,
  IN2: `id 1 25 26 61, person 3 9, ssn 2, name 7 40 49 52, time 44 45 60, phone 50 53 58 63 64, organization 69 70,
    list 28 29`,
  ORC: `entity 2 3 4 8, orderStatus 5, timing 7, time 9 15 27, person 10 11 12 19, place 13, phone 14 23, organization 21,
    address 22 24`,
  OBR: `entity 2 3 51 52 53, priority 5, time 6 7 8 14 22 36, quantity 9, person 10 16 28, list 15 23 26 29 54, timing 27, phone 17,
    reportStatus 25, performer 32 33 34 35`,
  OBX: `valueType 2, unit 6, text 7, flag 8, resultStatus 11, time 12 14 19, person 16 25, entity 18 21, organization 23, address 24`,
  NTE: 'source 2, text 3, person 5, time 6 7 8',
  SPM: 'list 2 3, quantity 12, text 14, timeRange 17, time 18 19, yesNo 20, id 30 31, entity 32',
  TXA: 'documentType 2, documentStatus 17, time 4 6 7 8, person 5 9 10 11 22 23, entity 12 13 14 15, text 16',
  SCH: 'entity 1 2 4 23 24 26 27, timing 11, person 12 16 20, phone 13 17 21, address 14 18, place 15 19 22',
  AIS: 'time 4',
  AIP: 'person 3, time 6',
  AIL: 'place 3, time 6',
  AIG: 'time 8',
  RF1: 'entity 6 11, time 7 8 9 13 22, organization 19, person 20',
  PRD: 'name 2, address 3 11, place 4 12, phone 5 13, list 7, time 8 9, organization 10',
  CTD: 'name 2, address 3, place 4, phone 5, list 7',
  SFT: 'organization 1, time 6',
  ARV: 'timeRange 6',
  ROL: 'entity 1, person 4, time 5 6, address 11, phone 12, place 13, organization 14',
  DB1: 'id 3, yesNo 4, time 5 6 7 8',
  ACC: 'time 1, yesNo 5 6 10, person 7, address 11, entity 13',
  PDA: 'place 2, yesNo 3, time 4, person 5 8, timeRange 7',
  TQ1: 'list 3, quantity 2 6 13, time 7 8, priority 9, text 10 11',
  PRT: 'entity 1 10, person 5, organization 8, place 9, time 11 12, address 14, phone 15, list 16 20 21, time 17 18',
  SAC: 'entity 1 2 3 4 5, list 6, time 7',
  FT1: `timeRange 4, time 5, list 11 12 15 22, place 16, person 20 21 24, entity 23, organization 32 33 37, quantity 43,
    text 8 9`,
  BLG: 'id 3',
  CTI: 'entity 1',
  AUT: 'organization 3, time 4 5 10, entity 6, list 7',
  MSA: 'text 3',
  ERR: 'list 1 2, text 7 8',
  MRG: 'id 1 2 3 4 5 6, name 7',
  RXA: 'time 3 4 16 22, person 10, list 11',
  RXO: 'list 8, person 14 15, text 6 7',
  RXE: 'timing 1, list 8, person 13 14, time 18, quantity 19',
  FHS: 'entity 3 4 5 6, time 7',
  BHS: 'entity 3 4 5 6, time 7',
};

const types = new Map(
  Object.entries(segments).flatMap(([segment, text]) =>
    text.split(/,\s+/).flatMap((part) => {
      const [type, ...numbers] = part.split(' ');
      return numbers.map((number) => [`${segment}-${number}`, type as FieldType] as const);
    }),
  ),
);

/** Types of the values of a result, by its value type. */
const resultTypes: Record<string, FieldType> = {
  AD: 'address',
  CE: 'code',
  CNE: 'code',
  CWE: 'code',
  CX: 'id',
  DR: 'timeRange',
  DT: 'time',
  DTM: 'time',
  EI: 'entity',
  FT: 'text',
  ID: 'code',
  IS: 'code',
  NM: 'text',
  SN: 'quantity',
  ST: 'text',
  TM: 'text',
  TN: 'phone',
  TS: 'time',
  TX: 'text',
  XAD: 'address',
  XCN: 'person',
  XON: 'organization',
  XPN: 'name',
  XTN: 'phone',
};

export function typeOfField(segment: string, number: number, isKnown: boolean): FieldType {
  return types.get(`${segment}-${number}`) ?? (isKnown ? 'code' : 'list');
}

export const typeOfResult = (valueType: string): FieldType => lookup(resultTypes, valueType) ?? 'list';
