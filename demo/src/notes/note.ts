import type { DemoEncounter } from '../encounters.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

/** What every template is given. */
export interface NoteInput {
  patient: DemoPatient;
  encounter: DemoEncounter;
  random: Random;
}

/** A document that is written but not yet kept. */
export interface WrittenNote {
  type: string;
  name: string;
  date: Date;
  author: string;
  text: string;
}
