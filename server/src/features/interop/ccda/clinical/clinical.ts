import type { Entry } from '../../fhir/build.ts';
import type { ClinicalDocument } from '../document.ts';
import { allergyEntries, allergySection } from './allergies.ts';
import { deviceEntries, deviceSection, familyEntries, familySection } from './background.ts';
import { medicationEntries, medicationSections } from './medications.ts';
import { planEntries, planSections } from './plan.ts';
import { immunizationEntries, immunizationSection, procedureEntries, procedureSection } from './procedures.ts';
import { resultEntries, resultSections } from './results.ts';

/** Sections whose entries become statements of the clinical record, besides problems. */
export const clinicalSections: readonly string[] = [
  ...medicationSections,
  allergySection,
  ...Object.keys(resultSections),
  immunizationSection,
  procedureSection,
  ...planSections,
  familySection,
  deviceSection,
];

export const clinicalEntries = (document: ClinicalDocument, patient: Entry): Entry[] =>
  [
    medicationEntries,
    allergyEntries,
    resultEntries,
    immunizationEntries,
    procedureEntries,
    planEntries,
    familyEntries,
    deviceEntries,
  ].flatMap((entriesOf) => entriesOf(document, patient));
