import type { Clock } from './clock.ts';
import type { Contact } from './inventPerson.ts';
import type { ClientKey } from './organization.ts';
import type { PatientPlan } from './patientPlans.ts';
import type { Phones, Place } from './places.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

import { addCoverage } from './coverage.ts';
import { addGuarantor } from './insurance.ts';
import type { InsurancePlans } from './insurance.ts';
import {
  daysLived,
  inventAllergies,
  inventContact,
  inventMaritalStatus,
  inventMrn,
  inventWeight,
} from './inventPerson.ts';
import { clientIds } from './organization.ts';
import { patientPlans } from './patientPlans.ts';
import { placeOf } from './places.ts';
import { choosePrimaryCare } from './primaryCare.ts';
import { Random } from './random.ts';

export interface DemoPatient {
  patientId: number;
  client: ClientKey;
  clock: Clock;
  mrn: string;
  firstName: string;
  lastName: string;
  gender: 'male' | 'female' | 'unknown';
  dateOfBirth: string | null;
  /** Age in days; 40 years if unknown. */
  ageInDays: number;
  /** Days since death, if deceased. */
  deceased: number | null;
  place: Place;
  pounds: number;
  conditions: readonly string[];
  allergies: string;
  caregiver: string | null;
  /** Phone numbers of the patient or a parent. */
  cellPhone: string | null;
  primaryCare: DemoProvider;
}

interface PatientDeps {
  clocks: Record<ClientKey, Clock>;
  phones: Phones;
  providers: DemoProvider[];
  /** Insurance plans that are no longer offered, by carrier. */
  plans: InsurancePlans;
}

/** Sixty patients with their contact, identifiers and coverage. */
export function addPatients(rows: Rows, deps: PatientDeps): DemoPatient[] {
  return patientPlans.map((plan, index) => {
    const random = new Random(`patient ${index + 1}`);
    const ageInDays = daysLived(plan.age, random);
    const person = {
      client: plan.client,
      clock: deps.clocks[plan.client],
      mrn: inventMrn(plan.client, index),
      dateOfBirth: plan.age === null ? null : deps.clocks[plan.client].day(-ageInDays),
      ageInDays,
    };
    const contact = inventContact(plan, ageInDays, deps.phones, random);
    const patientId = addPatient(rows, plan, person, contact, random);
    if (plan.payer !== '') {
      const insured = { patientId, client: plan.client, ageInDays, plans: deps.plans };
      addCoverage(rows, person.clock, insured, random);
    }
    const cellPhone = contact.cell_phone ?? contact.home_phone;
    addGuarantor(rows, { patientId, ageInDays, caregiver: plan.caregiver, cellPhone });
    return {
      ...person,
      patientId,
      firstName: plan.firstName,
      lastName: plan.lastName,
      gender: plan.gender,
      deceased: plan.deceased,
      place: placeOf(plan.zip),
      pounds: inventWeight(plan, ageInDays, random),
      conditions: plan.conditions,
      allergies: inventAllergies(plan, ageInDays, random),
      caregiver: plan.caregiver,
      cellPhone,
      primaryCare: choosePrimaryCare(deps.providers, { ...person, lastName: plan.lastName }, random),
    };
  });
}

type Person = Pick<DemoPatient, 'client' | 'clock' | 'mrn' | 'dateOfBirth' | 'ageInDays'>;

/** The identifier system of each client's MRNs. */
const mrnSystems: Record<ClientKey, string> = {
  bayColony: 'https://baycolony.example.org/mrn',
  prairieRidge: 'https://prairieridge.example.com/mrn',
};

const nowhere = { city: null, state: null, zipcode: null, latitude: null, longitude: null };

function addPatient(rows: Rows, plan: PatientPlan, person: Person, contact: Contact, random: Random): number {
  const { clock, client, mrn, ageInDays } = person;
  const isHomeless = plan.street === '';
  const patientId = rows.add('patient', {
    client_id: clientIds[client],
    mrn,
    first_name: plan.firstName,
    middle_name: plan.middleName,
    last_name: plan.lastName,
    date_of_birth: person.dateOfBirth,
    gender: plan.gender,
    deceased_on: plan.deceased === null ? null : clock.day(-plan.deceased),
    ...contact,
    address1: isHomeless ? null : plan.street,
    ...(isHomeless ? nowhere : placeOf(plan.zip)),
    caregiver_name: plan.caregiver,
    ssn: plan.ssn,
    language: plan.age === null ? null : plan.language,
    marital_status: inventMaritalStatus(plan.age, ageInDays, random),
    created_at: clock.ago(Math.min(ageInDays, random.int(200, 1_500))),
    version: 1,
  });
  rows.add('patient_identifier', {
    client_id: clientIds[client],
    patient_id: patientId,
    system: mrnSystems[client],
    value: mrn,
    type_code: 'MR',
  });
  return patientId;
}
