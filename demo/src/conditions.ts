import { z } from 'zod';

import { specialtyCodes } from './codes.ts';
import { keyOf, readContent } from './content.ts';
import { panelKey } from './notes/panels.ts';
import { studyKey } from './notes/studies.ts';

/** In texts, {He}, {he}, {His}, {his} and {him} refer to the patient; one alternative of {one|another} is chosen. */
const texts = z.array(z.string()).min(1);
const range = z.tuple([z.number(), z.number()]);
/** Results that are affected: test name to the range of its values. */
const results = z.record(z.string(), range).optional();
/** Which of a study's reports fits; the most serious condition decides. */
const reports = z.partialRecord(studyKey, z.number()).optional();
const panels = z.array(panelKey).default([]);
const studies = z.array(studyKey).default([]);

/** A hospital stay or emergency visit the condition can lead to. */
const acuteEpisode = z.strictObject({
  /** ICD-10-CM code, if different from the condition's own. */
  code: z.string().optional(),
  type: z.enum(['inpatient', 'emergency', 'observation', 'surgery', 'urgent_care']),
  reason: z.string(),
  presentation: texts,
  /** Findings on arrival, if different from those of an office visit. */
  exam: texts.optional(),
  course: texts,
  discharge: texts,
  studies,
  panels,
  /** Results on arrival; they override those of the condition. */
  results,
  /** The effect on vital signs. */
  triage: z
    .strictObject({
      pulse: z.number().optional(),
      bloodPressure: z.string().optional(),
      temperature: z.number().optional(),
      oxygen: z.number().optional(),
    })
    .optional(),
  reports,
});

/** The specialty the condition is referred to, the reason, and the findings. */
const specialistCare = z.strictObject({
  specialty: keyOf(specialtyCodes),
  reasons: texts,
  impression: texts,
  recommendations: texts,
});

/** The contribution of one condition to a patient's record. */
const condition = z.strictObject({
  /** ICD-10-CM */
  code: z.string(),
  /** Name as used within a sentence: "high blood pressure". */
  name: z.string(),
  /** Minimum and maximum years since it began. */
  years: range,
  /** Maximum age in days of visits about it, if less than the years. */
  recentDays: z.number().optional(),
  medications: z.array(z.string()),
  /** Reasons for an office visit. */
  visits: texts,
  history: texts,
  exam: texts,
  assessment: texts,
  plan: texts,
  panels,
  studies,
  results,
  reports,
  acute: acuteEpisode.optional(),
  specialist: specialistCare.optional(),
});

export type Condition = z.infer<typeof condition>;
export type AcuteEpisode = z.infer<typeof acuteEpisode>;
export type SpecialistCare = z.infer<typeof specialistCare>;
export type Triage = NonNullable<AcuteEpisode['triage']>;

const groups = ['heart', 'metabolic', 'organs', 'joints', 'mind', 'nerves', 'family'];
const conditions = Object.fromEntries(
  groups.flatMap((group) => Object.entries(readContent(`conditions/${group}`, z.record(z.string(), condition)))),
);
export const conditionKey = keyOf(conditions);

export function conditionOf(key: string): Condition {
  const found = conditions[key];
  if (found === undefined) throw new Error(`The demo has no condition ${key}`);
  return found;
}
