import type { importedKinds } from '@careloop/contracts/imports';

import type { KeptType, Problem } from './fhir/source.ts';

export type Kind = (typeof importedKinds)[number];

const kindOfType: Partial<Record<string, Kind>> = {
  Organization: 'organizations',
  Location: 'facilities',
  Practitioner: 'providers',
  PractitionerRole: 'provider roles',
  Patient: 'patients',
  Encounter: 'encounters',
  Condition: 'conditions',
  Coverage: 'coverages',
  Claim: 'coverages',
  ExplanationOfBenefit: 'coverages',
  Appointment: 'appointments',
  CareTeam: 'care teams',
  DocumentReference: 'documents',
  DiagnosticReport: 'documents',
  MedicationRequest: 'medications',
  MedicationStatement: 'medications',
  AllergyIntolerance: 'allergies',
  Observation: 'results',
  Immunization: 'immunizations',
  Procedure: 'procedures',
  CarePlan: 'care plans and goals',
  Goal: 'care plans and goals',
  FamilyMemberHistory: 'family history and devices',
  Device: 'family history and devices',
};

export const outcomes = ['created', 'updated', 'unchanged', 'removed', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];
export type Counts = Record<Outcome, number>;

const noCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 });

/** How a remark on a part that could not be read begins. */
const leftOut = 'left out: ';

export interface FileProblem extends Problem {
  file: string;
  /** Among what the client's imports could not read. */
  isListed?: boolean;
}

/** A note on data that was lost or doubtful in a record that was still imported. */
export interface Remark {
  text: string;
  count: number;
  /** The first few, as `file: Type id`. */
  examples: string[];
}

const EXAMPLES = 3;

/** Result of an import. Contains counts and reasons, never a patient's name, date or number. */
export class ImportReport {
  readonly counts = new Map<Kind, Counts>();
  /** Records that the product does not store, counted by type or reason. */
  readonly notKept = new Map<string, number>();
  /** Parts of records that are kept without them, counted by kind. */
  readonly partsNotKept = new Map<string, number>();
  readonly problems: FileProblem[] = [];
  /** What was left out of records that were imported. */
  readonly leftOut: FileProblem[] = [];
  /** What became of the records of each file. */
  readonly files = new Map<string, Counts>();
  readonly remarks = new Map<string, Remark>();
  /** Files in formats that are not supported yet. */
  readonly notYetRead: { file: string; format: string }[] = [];
  readonly #file: string;

  /** @param file path shown with each problem */
  constructor(file = '') {
    this.#file = file;
  }

  count(kind: Kind, outcome: Outcome, howMany = 1): void {
    if (howMany === 0) return;
    const counts = this.counts.get(kind) ?? noCounts();
    counts[outcome] += howMany;
    this.counts.set(kind, counts);
    this.#countOfFile(this.#file, outcome, howMany);
  }

  #countOfFile(file: string, outcome: Outcome, howMany: number): void {
    if (file === '' || howMany === 0) return;
    const counts = this.files.get(file) ?? noCounts();
    counts[outcome] += howMany;
    this.files.set(file, counts);
  }

  leavePart(what: string, howMany = 1): void {
    this.partsNotKept.set(what, (this.partsNotKept.get(what) ?? 0) + howMany);
  }

  keepNot(what: string, howMany = 1): void {
    if (howMany === 0) return;
    this.notKept.set(what, (this.notKept.get(what) ?? 0) + howMany);
  }

  reject(problem: Problem, file = this.#file): void {
    this.problems.push({ ...problem, file });
    this.count(kindOfType[problem.type ?? ''] ?? 'files', 'rejected');
    if (file !== this.#file) this.#countOfFile(file, 'rejected', 1);
  }

  /** Counts a record that stays as it is. */
  leave(type: KeptType): void {
    this.count(kindOfType[type] ?? 'files', 'unchanged');
  }

  remark(text: string, about: Pick<Problem, 'type' | 'id'> & { line?: number | null }): void {
    const { type, id, line = null } = about;
    if (text.startsWith(leftOut))
      this.leftOut.push({ type, id, line, reason: text.slice(leftOut.length), file: this.#file });
    const remark = this.remarks.get(text) ?? { text, count: 0, examples: [] };
    remark.count += 1;
    if (remark.examples.length < EXAMPLES)
      remark.examples.push(`${this.#file}: ${about.type} ${about.id ?? 'without id'}`);
    this.remarks.set(text, remark);
  }

  /** Merges the report of a part of the import into this one. */
  add(other: ImportReport): void {
    for (const [kind, counts] of other.counts) {
      for (const outcome of outcomes) this.count(kind, outcome, counts[outcome]);
    }
    for (const [file, counts] of other.files) {
      for (const outcome of file === this.#file ? [] : outcomes) this.#countOfFile(file, outcome, counts[outcome]);
    }
    for (const [what, howMany] of other.notKept) this.keepNot(what, howMany);
    for (const [what, howMany] of other.partsNotKept) this.leavePart(what, howMany);
    for (const problem of other.problems) this.problems.push(problem);
    for (const part of other.leftOut) this.leftOut.push(part);
    this.notYetRead.push(...other.notYetRead);
    for (const remark of other.remarks.values()) this.#addRemark(remark);
  }

  #addRemark(other: Remark): void {
    const mine = this.remarks.get(other.text) ?? { text: other.text, count: 0, examples: [] };
    mine.count += other.count;
    mine.examples.push(...other.examples.slice(0, EXAMPLES - mine.examples.length));
    this.remarks.set(other.text, mine);
  }

  total(outcome: Outcome): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + counts[outcome], 0);
  }

  /** Whether the import changed anything. */
  get hasChanges(): boolean {
    return this.total('created') + this.total('updated') + this.total('removed') > 0;
  }
}
