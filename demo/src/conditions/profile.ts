import type { PanelKey } from '../notes/panels.ts';
import type { StudyKey } from '../notes/studies.ts';
import type { SpecialtyName } from '../specialties.ts';

/** What an illness makes of the vital signs. */
export interface Triage {
  pulse?: number;
  bloodPressure?: string;
  temperature?: number;
  oxygen?: number;
}

/**
 * What one condition contributes to a patient's record. In the texts {He}, {he}, {His}, {his} and {him} stand for the patient,
 * and {one|another} for either wording.
 */
export interface ConditionProfile {
  /** ICD-10-CM */
  code: string;
  /** As a colleague would say it in a sentence: "high blood pressure". */
  name: string;
  /** Years since it began, at least and at most. */
  years: readonly [number, number];
  /** Days that visits about it reach back at most, where that is less than the years. */
  recentDays?: number;
  medications: readonly string[];
  /** Reasons for an office visit. */
  visits: readonly string[];
  history: readonly string[];
  exam: readonly string[];
  assessment: readonly string[];
  plan: readonly string[];
  panels?: readonly PanelKey[];
  studies?: readonly StudyKey[];
  /** Results that the condition moves: test name to the range its values come from. */
  results?: Readonly<Record<string, readonly [number, number]>>;
  /** Which of a study's reports fits; where several conditions have a say, the gravest does. */
  reports?: Readonly<Partial<Record<StudyKey, number>>>;
  acute?: AcuteEpisode;
  specialist?: SpecialistCare;
}

/** A hospital stay or emergency visit the condition can lead to. */
export interface AcuteEpisode {
  /** ICD-10-CM, where it is not the condition's own. */
  code?: string;
  type: 'inpatient' | 'emergency' | 'observation' | 'surgery' | 'urgent_care';
  reason: string;
  presentation: readonly string[];
  /** What is found on arrival, where it is not what an office visit finds. */
  exam?: readonly string[];
  course: readonly string[];
  discharge: readonly string[];
  studies?: readonly StudyKey[];
  panels?: readonly PanelKey[];
  /** Results on arrival, before those of the condition itself. */
  results?: Readonly<Record<string, readonly [number, number]>>;
  triage?: Triage;
  reports?: Readonly<Partial<Record<StudyKey, number>>>;
}

/** Whom the condition is referred to, why, and what they find. */
export interface SpecialistCare {
  specialty: SpecialtyName;
  reasons: readonly string[];
  impression: readonly string[];
  recommendations: readonly string[];
}
