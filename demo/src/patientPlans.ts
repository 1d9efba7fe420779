import type { ConditionKey } from './conditions/conditions.ts';
import type { ClientKey } from './organization.ts';
import type { Zip } from './places.ts';

export interface PatientPlan {
  firstName: string;
  middleName?: string;
  lastName: string;
  gender: 'male' | 'female' | 'unknown';
  /** Years; a newborn's in days as "9d"; null when the date of birth is not known. */
  age: number | `${number}d` | null;
  zip: Zip;
  street: string;
  conditions: readonly ConditionKey[];
  language?: string;
  caregiver?: string;
  withoutPhone?: boolean;
  /** Days ago. */
  deceased?: number;
  payer?: string;
  ssn?: string;
}

type Row = [
  name: string,
  gender: 'm' | 'f' | 'u',
  age: number | `${number}d` | null,
  zip: Zip,
  street: string,
  conditions: readonly ConditionKey[],
  more?: Partial<PatientPlan>,
];

// "First Middle_ Last": a middle name ends with an underscore, and so do spaces inside a name.
const bayColony: readonly Row[] = [
  [
    'Eleanor Mae_ Fitzgerald',
    'f',
    81,
    '01602',
    '118 Moreland Green Drive',
    ['heartFailure', 'fibrillation', 'kidney', 'hypertension'],
    { caregiver: 'Brendan Fitzgerald (son)' },
  ],
  [
    'Carlos Rivera',
    'm',
    58,
    '01610',
    '27 Canterbury Row, Apt 3',
    ['coronary', 'diabetes', 'hypertension', 'lipids'],
    { language: 'Spanish' },
  ],
  ['Thuy Tran', 'f', 46, '01604', '9 Dorchester Knoll', ['hypothyroid', 'migraine'], { language: 'Vietnamese' }],
  [
    'James Robert_ Sullivan',
    'm',
    67,
    '01545',
    '402 Gulf Brook Road',
    ['coronary', 'hypertension', 'lipids', 'kneeArthritis'],
  ],
  ['Amara Okonkwo-Adebayo', 'f', 34, '01605', '61 Paine Hollow Street', ['pregnancy', 'anemia']],
  [
    'María_del_Carmen Rodríguez_de_la_Fuente',
    'f',
    72,
    '01610',
    '15 Beaver Brook Parkway, Unit 12',
    ['diabetes', 'kidney', 'hypertension', 'cataract', 'osteoporosis'],
    { language: 'Spanish', caregiver: 'Lucía Fuente (daughter)' },
  ],
  ['Li Wu', 'm', 52, '01581', '88 Chauncy Meadow', ['hypertension', 'lipids', 'gout'], { language: 'Mandarin' }],
  [
    'Dorothy Ann_ Kaczmarek',
    'f',
    97,
    '01501',
    '3 Elmhurst Court',
    ['dementia', 'aorticStenosis', 'hypertension', 'hearingLoss'],
    { caregiver: 'Joan Kaczmarek (daughter)' },
  ],
  ['Michael Dubois', 'm', 41, '01420', '230 Rollstone Bluff', ['backPain', 'anxiety', 'obesity']],
  ['Aisha Mohamed', 'f', 29, '01608', '14 Portland Walk, Apt 704', ['migraine', 'anemia'], { language: 'Somali' }],
  [
    'George Papadopoulos',
    'm',
    76,
    '01609',
    '200 Flagg Orchard',
    ['fibrillation', 'hypertension', 'prostate', 'stroke'],
    { language: 'Greek' },
  ],
  ['Patricia Lavoie', 'f', 63, '01527', '77 Tainter Hill', ['copd', 'hypertension', 'osteoporosis']],
  [
    'Bartholomew Christopher_ Montgomery-Wainwright',
    'm',
    70,
    '01760',
    '1 Pegan Cove Lane',
    ['aorticStenosis', 'hypertension', 'lipids', 'gout'],
  ],
  ['Priyanka Ramaswamy', 'f', 38, '01581', '45 Ruggles Crossing', ['asthma', 'allergies']],
  ['Robert Chen', 'm', 61, '01752', '12 Ames Pond Circle', ['diabetes', 'coronary', 'sleepApnea', 'obesity']],
  ['Shaniqua Jefferson', 'f', 49, '02118', '560 Worcester Mews', ['hypertension', 'anemia', 'depression']],
  [
    'Noah Bergström',
    'm',
    7,
    '01520',
    '29 Salisbury Farm Road',
    ['wellChild', 'asthma'],
    { caregiver: 'Annika Bergström (mother)' },
  ],
  [
    'Olivia Grace_ McCarthy',
    'f',
    4,
    '01752',
    '5 Hosmer Brook',
    ['earInfections', 'wellChild'],
    { caregiver: 'Sean McCarthy (father)' },
  ],
  [
    'Baby_Boy Silva',
    'm',
    '9d',
    '01757',
    '340 Purchase Knoll, Apt B',
    ['newborn'],
    { caregiver: 'Juliana Silva (mother)', language: 'Portuguese' },
  ],
  ['Ethan Park', 'm', 12, '01545', '18 Floral Ridge', ['attention', 'eczema'], { caregiver: 'Grace Park (mother)' }],
  [
    'Zoe Castellano',
    'f',
    16,
    '01602',
    '66 Mower Bend',
    ['anxiety', 'migraine'],
    { caregiver: 'Gina Castellano (mother)' },
  ],
  [
    'Walter Henry_ Johansson',
    'm',
    88,
    '01606',
    '9 Quaboag Terrace',
    ['parkinson', 'heartFailure', 'prostate'],
    { caregiver: 'Ingrid Johansson (wife)' },
  ],
  [
    'Huệ Thị_ Phạm',
    'f',
    69,
    '01604',
    '101 Lake Shrewsbury Ave',
    ['diabetes', 'hypertension', 'lipids'],
    { language: 'Vietnamese' },
  ],
  [
    'Frank DiBenedetto',
    'm',
    74,
    '01605',
    '210 Shrewsbury Green Street',
    ['coronary', 'copd', 'peripheralArtery', 'hypertension', 'lipids'],
  ],
  ['Kimberly Gagnon', 'f', 55, '01453', '73 Merriam Mill', ['breastCancer', 'depression']],
  ['Kwabena Mensah', 'm', 45, '01604', '38 Houghton Rise', ['hypertension', 'kidney'], { language: 'Twi' }],
  [
    'Sofia Andrade',
    'f',
    31,
    '01757',
    '4 Hopedale Spur',
    ['gestationalDiabetes', 'obesity'],
    { language: 'Portuguese' },
  ],
  ["Declan O'Sullivan-Byrne", 'm', 36, '02169', '811 Furnace Brook Run', ['epilepsy']],
  [
    'Rosa Hernández',
    'f',
    54,
    '01610',
    '22 Hammond Steps',
    ['rheumatoid', 'reflux'],
    { language: 'Spanish', withoutPhone: true },
  ],
  ['Harold Winthrop', 'm', 84, '01609', '6 Massasoit Close', ['heartFailure', 'coronary', 'kidney'], { deceased: 34 }],
  ['Jasmine Baptiste', 'f', 26, '02301', '19 Torrey Bend', ['asthma', 'anxiety'], { language: 'Haitian Creole' }],
  [
    'Stanisław Wójcik',
    'm',
    59,
    '01604',
    '55 Millbury Arch, Apt 2',
    ['backPain', 'gout', 'sleepApnea', 'hypertension'],
    { language: 'Polish' },
  ],
  ['Grace Kim', 'f', 43, '02446', '140 Corey Slope', ['thyroidNodule', 'wellAdult']],
  [
    'Tyrone Williams',
    'm',
    64,
    '01608',
    '33 Franklin Commons, Apt 1208',
    ['stroke', 'hypertension', 'diabetes', 'depression', 'sleepApnea'],
  ],
  ['Hannah Rosen', 'f', 22, '02115', '70 Fenway Row, Apt 4', ['wellAdult', 'allergies']],
  [
    'Ahmad Khalil',
    'm',
    50,
    '01701',
    '94 Nobscot Ledge',
    ['diabetes', 'lipids', 'carpalTunnel'],
    { language: 'Arabic' },
  ],
  [
    'Beverly Stokes',
    'f',
    79,
    '01545',
    '800 Lakefront Parkway, Unit 6',
    ['fibrillation', 'syncope', 'hypertension', 'osteoporosis'],
    // A number that the Social Security Administration never assigns.
    { ssn: '219099999' },
  ],
  ['Anthony Russo', 'm', 47, '01702', '58 Waverly Patch', ['kidneyStone', 'backPain']],
  ['Meera Krishnamurthy', 'f', 66, '01581', '27 Otis Birch Way', ['hypothyroid', 'irritableBowel', 'osteoporosis']],
  ['Unidentified Doe', 'u', null, '01608', '', [], { withoutPhone: true, payer: '' }],
  ['Alex Morgan', 'u', 27, '02139', '12 Putnam Twist', ['depression', 'psoriasis']],
  [
    'Luz Maldonado',
    'f',
    57,
    '01610',
    '41 Illinois Court',
    ['carpalTunnel', 'rotatorCuff', 'obesity', 'diabetes'],
    { language: 'Spanish' },
  ],
  [
    'Edward St._Pierre',
    'm',
    71,
    '01527',
    '309 West Sutton Pike',
    ['copd', 'coronary', 'heartFailure', 'hypertension', 'kidney', 'gout'],
  ],
  [
    'Keiko Yamamoto',
    'f',
    68,
    '02453',
    '210 Trapelo Bend',
    ['rotatorCuff', 'osteoporosis', 'lipids'],
    { language: 'Japanese' },
  ],
  ['Samuel Ng', 'm', 40, '02139', '77 Kinnaird Bow', ['wellAdult', 'reflux']],
];

const prairieRidge: readonly Row[] = [
  [
    'Dale Eugene_ Hoffman',
    'm',
    73,
    '66614',
    '2801 SW Indian Hills Bend',
    ['coronary', 'hypertension', 'lipids', 'kneeArthritis'],
  ],
  [
    'Betty Lou_ Krause',
    'f',
    85,
    '66604',
    '1422 SW Randolph Row',
    ['heartFailure', 'fibrillation', 'kidney'],
    { caregiver: 'Darlene Krause (daughter-in-law)' },
  ],
  [
    'Miguel Ortega',
    'm',
    44,
    '67203',
    '918 N Sheridan Bend',
    ['diabetes', 'obesity', 'sleepApnea'],
    { language: 'Spanish' },
  ],
  ['Crystal Blackbear', 'f', 33, '66606', '605 NW Polk Landing', ['asthma', 'depression']],
  ['Travis Schmidt', 'm', 29, '66044', '317 Tennessee Hollow', ['backPain']],
  ['Linda Friesen', 'f', 62, '67208', '4410 E Pine Knot', ['rheumatoid', 'hypertension', 'hypothyroid']],
  ['Vang Xiong', 'm', 56, '67214', '2033 N Piatt Place', ['diabetes', 'kidney', 'gout'], { language: 'Hmong' }],
  [
    'Emma Rae_ Unruh',
    'f',
    2,
    '66614',
    '6007 SW Wanamaker Nook',
    ['earInfections', 'wellChild'],
    { caregiver: 'Kayla Unruh (mother)' },
  ],
  ['Jerome Tate', 'm', 51, '66611', '3304 SW Gage Hollow', ['hypertension', 'fibrillation', 'obesity']],
  [
    'Opal Steinbeck',
    'f',
    91,
    '66604',
    '55 SW Prairie Home Lane',
    ['dementia', 'osteoporosis', 'hearingLoss'],
    { caregiver: 'Prairie Home Assisted Living' },
  ],
  [
    'Tomás Villanueva-Ortiz',
    'm',
    9,
    '67203',
    '1250 W Central Knoll',
    ['autism', 'eczema'],
    { caregiver: 'Elena Ortiz (mother)', language: 'Spanish' },
  ],
  ['Rachel Goering', 'f', 27, '66502', '812 Bluemont Twist', ['pregnancy']],
  ['Curtis Lee_ Washburn', 'm', 66, '67206', '9218 E Killarney Bow', ['copd', 'peripheralArtery', 'lipids']],
  ['Nadia Haidari', 'f', 39, '67208', '1701 N Oliver Mews', ['migraine', 'anemia'], { language: 'Dari' }],
  [
    'Ray Dean_ Peterson',
    'm',
    78,
    '66502',
    '2240 Casement Spur',
    ['prostate', 'hypertension', 'cataract'],
    { withoutPhone: true },
  ],
];

const genders = { m: 'male', f: 'female', u: 'unknown' } as const;

function plan(client: ClientKey, [name, gender, age, zip, street, conditions, more]: Row) {
  const words = name.split(' ').map((word) => word.replaceAll('_', ' '));
  const middle = words.length === 3 ? words[1]?.trim() : undefined;
  return {
    client,
    firstName: words[0] ?? '',
    middleName: middle,
    lastName: words.at(-1) ?? '',
    gender: genders[gender],
    age,
    zip,
    street,
    conditions,
    ...more,
  };
}

/** The sixty patients, in the order of their ids. */
export const patientPlans: readonly (PatientPlan & { client: ClientKey })[] = [
  ...bayColony.map((row) => plan('bayColony', row)),
  ...prairieRidge.map((row) => plan('prairieRidge', row)),
];
