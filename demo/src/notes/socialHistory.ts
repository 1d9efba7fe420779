import type { DemoPatient } from '../patients.ts';

import { Random } from '../random.ts';

/** The patient's living situation, the same in every note. */
export function writeSocialHistory(patient: DemoPatient): string {
  const random = new Random(`social history of patient ${patient.patientId}`);
  const years = patient.ageInDays / 365.25;
  if (years < 18)
    return `Lives with family${patient.caregiver === null ? '' : `; today with ${patient.caregiver}`}. No one smokes in the home.`;
  const work = years > 66 ? 'Retired.' : random.pick(['Works full time.', 'Works part time.', 'Between jobs.']);
  const home = patient.caregiver === null ? random.pick(homes) : `Gets help at home from ${patient.caregiver}.`;
  const smoker = patient.conditions.includes('copd') || patient.conditions.includes('peripheralArtery');
  const habits = smoker
    ? 'See above for tobacco.'
    : random.pick(['Never smoked.', 'Stopped smoking many years ago.', 'Does not smoke or drink.']);
  return `${home} ${work} ${habits}`;
}

const homes = [
  'Lives with a spouse.',
  'Lives alone; a neighbor helps with groceries.',
  'Lives with adult children.',
  'Shares an apartment.',
] as const;
