import type { EncounterType } from '@careloop/contracts/codes';
import type { AcuteEpisode, SpecialistCare } from './conditions.ts';
import type { DemoFacility } from './organization.ts';
import type { DemoPatient } from './patients.ts';
import type { Place } from './places.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

import { daysAfter, minutesAfter } from './clock.ts';
import { conditionOf } from './conditions.ts';
import { Random } from './random.ts';
import { dischargeTo, isHospital, stayDetails } from './stays.ts';

/** The subject of an encounter, which determines its notes. */
type Occasion =
  | { kind: 'visit'; condition: string }
  | { kind: 'stay'; condition: string; episode: AcuteEpisode }
  | { kind: 'consult'; condition: string; care: SpecialistCare }
  | { kind: 'tests'; condition: string }
  | { kind: 'other' };

interface EncounterPlan {
  type: EncounterType;
  daysAgo: number;
  reason: string;
  occasion: Occasion;
}

export interface DemoEncounter {
  patientEncounterId: number;
  date: Date;
  discharged: Date | null;
  type: EncounterType;
  reason: string;
  facility: DemoFacility;
  provider: DemoProvider;
  occasion: Occasion;
}

export interface Staff {
  facilities: DemoFacility[];
  providers: DemoProvider[];
}

const longestAgo = 900;
/** Wellness entries, which are not problems and have no start or end. */
export const notProblems: readonly string[] = ['wellChild', 'wellAdult'];

/** The encounters of a patient, oldest first: one to twelve, depending on their conditions. */
export function addEncounters(rows: Rows, patient: DemoPatient, staff: Staff): DemoEncounter[] {
  const random = new Random(`encounters of patient ${patient.patientId}`);
  const plans = planEncounters(patient, staff, random);
  return plans.map((plan) => addEncounter(rows, patient, staff, plan, random));
}

function planEncounters(patient: DemoPatient, staff: Staff, random: Random): EncounterPlan[] {
  if (patient.conditions.length === 0) return [unidentified];
  if (patient.ageInDays < 30) return newbornEncounters(patient.ageInDays);
  const occasions = planOccasions(patient, staff, random).slice(0, 12);
  // A stay before death ends before the death.
  const latest = patient.deceased === null ? 0 : patient.deceased + 7;
  const earliest = Math.min(longestAgo, patient.ageInDays - 5);
  const step = (earliest - latest) / (occasions.length + 0.5);
  const plans = occasions.map((plan, index) => {
    const newest = latest + random.int(patient.deceased === null ? 3 : 0, 24);
    const spread = latest + Math.round(step * (occasions.length - index - 1)) + random.int(2, 26);
    const wanted = Math.min(index === occasions.length - 1 ? newest : spread, earliest);
    return { ...plan, daysAgo: withinCourse(plan.occasion, wanted, random) };
  });
  return plans.toSorted((one, two) => two.daysAgo - one.daysAgo);
}

/** A new condition has no visits before it began. */
function withinCourse(occasion: Occasion, daysAgo: number, random: Random): number {
  if (occasion.kind === 'other' || notProblems.includes(occasion.condition)) return daysAgo;
  const { recentDays, years } = conditionOf(occasion.condition);
  const longest = recentDays ?? Math.max(years[1] * 365, 75);
  return daysAgo <= longest ? daysAgo : random.int(3, longest);
}

const unidentified: EncounterPlan = {
  type: 'emergency',
  daysAgo: 1,
  reason: 'Found confused at the bus station',
  occasion: { kind: 'other' },
};

function newbornEncounters(ageInDays: number): EncounterPlan[] {
  return [
    { type: 'inpatient', daysAgo: ageInDays, reason: 'Birth', occasion: { kind: 'other' } },
    {
      type: 'office_visit',
      daysAgo: ageInDays - 5,
      reason: 'Newborn visit',
      occasion: { kind: 'visit', condition: 'newborn' },
    },
  ];
}

function planOccasions(patient: DemoPatient, staff: Staff, random: Random): Omit<EncounterPlan, 'daysAgo'>[] {
  const canSee = (care: SpecialistCare) => specialistsFor(patient, staff, care).length > 0;
  const plans = patient.conditions.flatMap((condition) => planForCondition(condition, canSee, random));
  const extra = random.chance(0.3) ? [random.pick(otherEncounters)] : [];
  const shuffled = [...plans, ...extra].map((plan) => ({ plan, order: random.next() }));
  return shuffled.toSorted((one, two) => one.order - two.order).map(({ plan }) => plan);
}

const otherEncounters: Omit<EncounterPlan, 'daysAgo'>[] = [
  { type: 'care_correspondence', reason: 'Letter to the patient about overdue screening', occasion: { kind: 'other' } },
  { type: 'preventive_coordination', reason: 'Outreach call, annual wellness visit due', occasion: { kind: 'other' } },
  { type: 'appointment_coordination', reason: 'Transport arranged for specialist visit', occasion: { kind: 'other' } },
  { type: 'urgent_care', reason: 'Cough and sore throat', occasion: { kind: 'other' } },
];

function planForCondition(
  condition: string,
  canSee: (care: SpecialistCare) => boolean,
  random: Random,
): Omit<EncounterPlan, 'daysAgo'>[] {
  const profile = conditionOf(condition);
  const reasons = random.some(profile.visits, 2);
  const visits = Array.from({ length: random.int(1, 2) }, (_, index) => ({
    type: 'office_visit' as const,
    reason: reasons[index % reasons.length] ?? 'Follow-up',
    occasion: { kind: 'visit' as const, condition },
  }));
  const { acute, specialist: care } = profile;
  const stays =
    acute !== undefined && random.chance(0.5)
      ? [{ type: acute.type, reason: acute.reason, occasion: { kind: 'stay' as const, condition, episode: acute } }]
      : [];
  const consults =
    care !== undefined && random.chance(0.35) && canSee(care)
      ? [
          {
            type: 'outpatient' as const,
            reason: `Consultation, ${care.specialty}`,
            occasion: { kind: 'consult' as const, condition, care },
          },
        ]
      : [];
  const tests =
    profile.studies.length > 0 && random.chance(0.3)
      ? [{ type: 'ancillary' as const, reason: 'Diagnostic testing', occasion: { kind: 'tests' as const, condition } }]
      : [];
  return [...visits, ...stays, ...consults, ...tests];
}

function addEncounter(
  rows: Rows,
  patient: DemoPatient,
  staff: Staff,
  plan: EncounterPlan,
  random: Random,
): DemoEncounter {
  const { clock } = patient;
  const provider = chooseProvider(patient, staff, plan, random);
  const facility = chooseFacility(patient, staff, plan.type, provider);
  const date = isHospital(plan.type)
    ? clock.at(-plan.daysAgo, random.int(0, 23), random.int(0, 59))
    : clock.workday(-plan.daysAgo, random.int(8, 16), random.pick([0, 15, 30, 45]));
  const happened = date > clock.now ? clock.ago(0, random.int(2, 6)) : date;
  const discharged = isStillThere(plan) ? null : dischargeOf(plan, happened, clock.now, random);
  const patientEncounterId = rows.add('patient_encounter', {
    patient_id: patient.patientId,
    facility_id: facility.facilityId,
    account_number: `${patient.client === 'bayColony' ? 'A' : 'V'}${random.int(10_000_000, 99_999_999)}`,
    encounter_type: plan.type,
    encounter_date: happened,
    discharge_date: discharged,
    admit_reason: plan.reason,
    ...dischargeTo(discharged === null || !isHospital(plan.type) ? null : chooseDisposition(plan, random)),
    facility_name: facility.name,
    ...stayDetails({ patientId: patient.patientId, ...plan, facilityName: facility.name }),
  });
  addProviders(rows, patient, plan, provider, patientEncounterId);
  return {
    patientEncounterId,
    date: happened,
    discharged,
    type: plan.type,
    reason: plan.reason,
    facility,
    provider,
    occasion: plan.occasion,
  };
}

/** An unidentified patient is not discharged. */
function isStillThere({ type, occasion }: EncounterPlan): boolean {
  return type === 'emergency' && occasion.kind === 'other';
}

/** Hospital care in the nearest hospital, visits at the provider's practice, everything else in the nearest clinic. */
function chooseFacility(patient: DemoPatient, staff: Staff, type: EncounterType, provider: DemoProvider): DemoFacility {
  const own = staff.facilities.filter(({ client }) => client === patient.client);
  if (isHospital(type) || type === 'ancillary')
    return nearest(
      patient,
      own.filter(({ isHospital: is }) => is),
    );
  const practice = own.find(({ practices }) => practices.includes(provider.plan.practice));
  if (type !== 'urgent_care' && practice !== undefined) return practice;
  return nearest(
    patient,
    own.filter(({ isHospital: is }) => !is),
  );
}

function nearest({ place }: DemoPatient, facilities: DemoFacility[]): DemoFacility {
  const distance = (to: Place) => Math.hypot(to.latitude - place.latitude, (to.longitude - place.longitude) * 0.75);
  const [first] = facilities.toSorted((one, two) => distance(one.place) - distance(two.place));
  if (first === undefined) throw new Error('A client has facilities of both kinds');
  return first;
}

function chooseProvider(patient: DemoPatient, staff: Staff, plan: EncounterPlan, random: Random): DemoProvider {
  if (plan.occasion.kind === 'consult') return random.pick(specialistsFor(patient, staff, plan.occasion.care));
  if (!isHospital(plan.type)) return patient.primaryCare;
  const colleagues = staff.providers.filter(({ client }) => client === patient.client);
  const isOperation = plan.occasion.kind === 'stay' && plan.type === 'surgery';
  const isBirth = patient.ageInDays < 30;
  const wanted = isOperation ? 'Orthopaedic Surgery' : isBirth ? 'Pediatrics' : 'Internal Medicine';
  return random.pick(colleagues.filter(({ specialty }) => specialty === wanted));
}

/** Providers of the specialty, except the patient's own primary care provider. */
function specialistsFor(patient: DemoPatient, staff: Staff, care: SpecialistCare): DemoProvider[] {
  return staff.providers.filter((provider) => {
    return (
      provider.client === patient.client && provider.specialty === care.specialty && provider !== patient.primaryCare
    );
  });
}

function dischargeOf({ type, occasion }: EncounterPlan, date: Date, now: Date, random: Random): Date | null {
  const lasting = { inpatient: [4, 6], surgery: [2, 3], emergency: [0, 0], observation: [1, 1] } as const;
  const range = type in lasting ? lasting[type as keyof typeof lasting] : undefined;
  if (range === undefined) return null;
  // Mother and child are discharged on the second day.
  const days = type === 'inpatient' && occasion.kind === 'other' ? 2 : random.int(range[0], range[1]);
  const discharged = minutesAfter(daysAfter(date, days), random.int(160, 560));
  return discharged > now ? null : discharged;
}

function chooseDisposition(plan: EncounterPlan, random: Random): string {
  if (plan.type === 'emergency') return 'Home or self care';
  return random.pick([
    'Home or self care',
    'Home with home health services',
    'Home or self care',
    'Skilled nursing facility',
  ]);
}

function addProviders(
  rows: Rows,
  patient: DemoPatient,
  plan: EncounterPlan,
  provider: DemoProvider,
  encounterId: number,
): void {
  const role =
    { emergency: 'emergency', inpatient: 'attending', surgery: 'operating' }[plan.type as string] ?? 'attending';
  const put = (who: DemoProvider, as: string) =>
    rows.put('patient_encounter_provider', {
      patient_encounter_id: encounterId,
      healthcare_provider_id: who.healthcareProviderId,
      role: as,
    });
  if (plan.occasion.kind === 'consult') {
    put(provider, 'consulting');
    put(patient.primaryCare, 'referring');
    return;
  }
  if (provider === patient.primaryCare) return put(provider, 'primary_care');
  put(provider, role);
  // An unidentified patient has no doctor either.
  if (patient.dateOfBirth !== null) put(patient.primaryCare, 'primary_care');
}
