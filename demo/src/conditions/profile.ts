import type { PanelKey } from '../notes/panels.ts';
import type { StudyKey } from '../notes/studies.ts';
import type { SpecialtyName } from '../specialties.ts';

/** The effect of an illness on vital signs. */
export interface Triage {
  pulse?: number;
  bloodPressure?: string;
  temperature?: number;
  oxygen?: number;
}

/**
 * The contribution of one condition to a patient's record. In texts, {He}, {he}, {His}, {his} and {him} refer to the
 * patient, and one alternative of {one|another} is chosen.
 */
export interface ConditionProfile {
  /** ICD-10-CM */
  code: string;
  /** Name as used within a sentence: "high blood pressure". */
  name: string;
  /** Minimum and maximum years since it began. */
  years: readonly [number, number];
  /** Maximum age in days of visits about it, if less than the years. */
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
  /** Results affected by the condition: test name to the range of its values. */
  results?: Readonly<Record<string, readonly [number, number]>>;
  /** Which of a study's reports fits; the most serious condition decides. */
  reports?: Readonly<Partial<Record<StudyKey, number>>>;
  acute?: AcuteEpisode;
  specialist?: SpecialistCare;
}

/** A hospital stay or emergency visit the condition can lead to. */
export interface AcuteEpisode {
  /** ICD-10-CM code, if different from the condition's own. */
  code?: string;
  type: 'inpatient' | 'emergency' | 'observation' | 'surgery' | 'urgent_care';
  reason: string;
  presentation: readonly string[];
  /** Findings on arrival, if different from those of an office visit. */
  exam?: readonly string[];
  course: readonly string[];
  discharge: readonly string[];
  studies?: readonly StudyKey[];
  panels?: readonly PanelKey[];
  /** Results on arrival; they override those of the condition. */
  results?: Readonly<Record<string, readonly [number, number]>>;
  triage?: Triage;
  reports?: Readonly<Partial<Record<StudyKey, number>>>;
}

/** The specialty the condition is referred to, the reason, and the findings. */
export interface SpecialistCare {
  specialty: SpecialtyName;
  reasons: readonly string[];
  impression: readonly string[];
  recommendations: readonly string[];
}
