import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';

// Codes of RxNorm, SNOMED CT and LOINC, where their tables are loaded (docs/domain/import.md).

/** What a code can be the name of. */
export const codeSubjects = ['medication', 'allergy', 'problem', 'result'] as const;
export type CodeSubject = (typeof codeSubjects)[number];

export type LoadedCodeSystem = 'rxnorm' | 'snomed' | 'loinc';

interface CodeSystem {
  /** As a statement names it. */
  uri: string;
  /** On the screen. */
  name: string;
  subjects: readonly CodeSubject[];
}

/** The code systems that can be loaded. */
export const loadedCodeSystems: Readonly<Record<LoadedCodeSystem, CodeSystem>> = {
  rxnorm: {
    uri: 'http://www.nlm.nih.gov/research/umls/rxnorm',
    name: 'RxNorm',
    subjects: ['medication', 'allergy'],
  },
  snomed: { uri: 'http://snomed.info/sct', name: 'SNOMED CT', subjects: ['medication', 'allergy', 'problem'] },
  loinc: { uri: 'http://loinc.org', name: 'LOINC', subjects: ['result'] },
};

export const clinicalCode = z.object({
  code: z.string(),
  /** The URI of the code system. */
  codeSystem: z.string(),
  description: z.string(),
});
export type ClinicalCode = z.infer<typeof clinicalCode>;

export const findClinicalCodes = get('/clinical-codes/find', {
  summary: 'Searches the loaded codes for medications, allergies, problems or results; at least two characters.',
  access: signedIn,
  audit: 'none',
  input: z.object({ subject: z.enum(codeSubjects), searchTerm: z.string().trim().max(100).default('') }),
  output: z.object({
    codes: z.array(clinicalCode),
    /** Names of the code systems that are loaded for this subject; without one there is nothing to search. */
    loaded: z.array(z.string()),
  }),
});
