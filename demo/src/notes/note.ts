import type { DemoEncounter } from '../encounters.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

/** The input of every template. */
export interface NoteInput {
  patient: DemoPatient;
  encounter: DemoEncounter;
  random: Random;
}

/** A document that has been written but not stored yet. */
export interface WrittenNote {
  type: string;
  name: string;
  date: Date;
  author: string;
  text: string;
}
