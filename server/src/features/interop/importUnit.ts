import { mapAll } from './fhir/draft.ts';
import { mapPatient } from './fhir/patient.ts';
import { mapUnit, namesIn } from './fhir/unit.ts';
import { Naming, primaryKey } from './shared/references.ts';
import { isKeptType, partsNotKeptOf, problemOf } from './fhir/source.ts';
import { ImportReport } from './report.ts';
import { keepFindings, keepProblems } from './write/findings.ts';
import { countNotKept } from './write/notKept.ts';
import { writeAppointments } from './write/appointments.ts';
import { recordCounts } from './write/audit.ts';
import { writeClinicalRecord } from './write/clinicalRecord.ts';
import { writeCareTeams } from './write/careTeams.ts';
import { writeConditions } from './write/conditions.ts';
import { writeClaimedCoverages, writeCoverages } from './write/coverages.ts';
import { writeLocations, writeOrganizations } from './write/directory.ts';
import { writeDocuments } from './write/documents.ts';
import { writeEncounters } from './write/encounters.ts';
import { loadEncounters } from './write/knownEncounters.ts';
import { personOf } from './write/knownPatients.ts';
import { writePatients } from './write/patients.ts';
import { writePractitioners } from './write/practitioners.ts';
import { Names } from './write/recordNames.ts';
import { Resolver } from './write/resolver.ts';
import { isContradicted } from '../../core/person-matching/samePerson.ts';
import { writeRoles } from './write/roles.ts';
import { forgetRejected, rememberMessage, unchangedReport } from './write/messages.ts';
import { lockUnit } from './write/locks.ts';
import { isTaken, refusalOf } from './write/transaction.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

import type { Database, Db } from '../../platform/db/client.ts';
import type { DocumentStorage } from '../../platform/storage/storage.ts';
import type { ClaimDraft } from './fhir/claims.ts';
import type { Key } from './shared/references.ts';
import type { Draft } from './fhir/draft.ts';
import type { Drafts } from './fhir/unit.ts';
import type { Concepts } from './fhir/clinical/values.ts';
import type { RecordDocuments } from './write/clinicalRow.ts';
import type { Problem, SourceResource } from './fhir/source.ts';
import type { WriteContext } from './write/context.ts';
import type { ImportRun } from './write/findings.ts';
import type { StoredBinary } from './write/storedBinary.ts';

export interface ImportTarget {
  db: Database;
  storage: DocumentStorage;
  /** The client that the imported patients and facilities belong to. */
  clientId: number;
  /** Name of the sending system: records with the same id from the same sender are one record. */
  sender: string;
  /** Keeps what the import does; not for a single record that a user asked for. */
  run?: ImportRun;
}

/** A bundle or a batch of NDJSON lines, imported together or not at all. */
export interface ImportUnit {
  /** Where the resources were read, for the report and the audit. */
  file: string;
  resources: readonly SourceResource[];
  /** Entries that could not be read. */
  problems?: readonly Problem[];
  /**
   * `here`: the unit has all claims of each patient. `later`: claims come line by line, and the caller collects them and passes
   * them in at the end.
   */
  claims?: 'here' | 'later' | readonly ClaimDraft[];
  /** Keys of records rejected in earlier units of the same import; this unit adds its own. */
  rejected?: Set<Key>;
  /** Binary resources of earlier units of the same import. */
  storedBinaries?: ReadonlyMap<Key, StoredBinary>;
  /** Medications of earlier units of the same import. */
  medications?: Concepts;
  /** Digest of the message or clinical document; if it was imported before, nothing changes. */
  digest?: string;
  /** The message or document as it was sent. */
  raw?: Buffer;
  /** Expected patient id; a record of any other patient is refused. */
  onlyPatientId?: number;
}

/** The record belongs to a patient other than the expected one. */
export class AnotherPatient extends Error {
  override readonly name = 'AnotherPatient';
}

export interface UnitResult {
  report: ImportReport;
  /** Claims the caller has to collect; see `ImportUnit.claims`. */
  claims: ClaimDraft[];
  /** The database rejected the unit, and nothing of it was imported. */
  isRefused: boolean;
}

/**
 * Imports resources in one transaction. Those that are invalid, or whose patient is unknown, are left out and reported; a
 * database error rolls back and rejects the whole unit.
 * @throws AnotherPatient if the unit is limited to one patient and matches another
 */
export async function importUnit(target: ImportTarget, unit: ImportUnit): Promise<UnitResult> {
  const naming = new Naming(target.sender);
  const twice = unit.claims === undefined ? differentPatientsOfOneId(unit.resources, naming) : [];
  const resources = newestOf(unit.resources.filter((resource) => !twice.includes(resource)));
  const drafts = mapUnit(resources, naming, unit.medications);
  drafts.problems.push(
    ...twice.map((resource) => problemOf(resource, 'another patient in the bundle has the same id')),
  );
  try {
    const report = await tryAgainIfTaken(target.db, async (db) => {
      await lockUnit(db, { clientId: target.clientId, drafts, claims: claimsOf(unit, drafts), digest: unit.digest });
      if (!(await rememberMessage(db, target.clientId, unit))) return unchangedReport(unit);
      const context = {
        db,
        report: startReport(unit, drafts),
        resolver: new Resolver(target.clientId, unit.rejected ?? new Set()),
        missing: unit.digest === undefined ? ('clears' as const) : ('keeps' as const),
        pending: [],
        storedBinaries: unit.storedBinaries ?? new Map(),
        ...pick(target),
      };
      await write(context, target.sender, unit, drafts);
      const parts = { unit, drafts, naming };
      await keepFindings(context, target.run, parts);
      await countNotKept(context, target, parts);
      await forgetRejected(db, target.clientId, unit, context.report);
      if (context.report.hasChanges) await recordCounts(context);
      return context.report;
    });
    return { report, claims: unit.claims === 'later' ? drafts.claims.map(withoutJson) : [], isRefused: false };
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    const report = new ImportReport(unit.file);
    const [first] = unit.resources;
    const { type, id, line } =
      unit.resources.length === 1 && first !== undefined ? first : { type: null, id: null, line: null };
    report.reject({ type, id, line, reason });
    // Lines are imported again one by one.
    const isFinal = unit.claims !== 'later' || unit.resources.length === 1;
    if (target.run !== undefined && isFinal)
      await keepProblems(target, target.run, report.problems, unit.raw ?? rawOf(unit.resources));
    return { report, claims: [], isRefused: true };
  }
}

/** A row that a user adds at the same moment violates a unique key once: the second attempt finds it. */
async function tryAgainIfTaken<T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return await inTransaction(db, work);
  }
}

/** The records of a unit that the database refused, as they were sent. */
function rawOf(resources: readonly SourceResource[]): Buffer {
  return Buffer.from(
    JSON.stringify(
      resources.map(({ json }) => json),
      null,
      2,
    ),
  );
}

function pick({ storage, clientId }: ImportTarget) {
  return { storage, clientId };
}

function startReport(unit: ImportUnit, drafts: Drafts): ImportReport {
  const report = new ImportReport(unit.file);
  for (const problem of [...(unit.problems ?? []), ...drafts.problems]) report.reject(problem);
  for (const [what, howMany] of Object.entries(drafts.inPart)) report.keepNot(what, howMany);
  for (const resource of unit.resources) {
    for (const text of [...(resource.unread ?? []), ...(resource.notes?.doubts ?? [])]) report.remark(text, resource);
    for (const [part, howMany] of partsNotKeptOf(resource)) report.leavePart(part, howMany);
  }
  return report;
}

/** The claims that are written with the unit. */
function claimsOf(unit: ImportUnit, drafts: Drafts): readonly ClaimDraft[] {
  if (typeof unit.claims === 'object') return unit.claims;
  return unit.claims === 'later' ? [] : drafts.claims;
}

async function write(context: WriteContext, sender: string, unit: ImportUnit, drafts: Drafts): Promise<void> {
  const { resolver, db } = context;
  const claims = claimsOf(unit, drafts);
  rejectProblems(resolver, unit, drafts, new Naming(sender));
  await resolver.load(db, [...namesIn(drafts), ...claims.flatMap(({ patient }) => patient.candidates)]);
  await writeOrganizations(context, drafts.organizations);
  await writeLocations(context, drafts.locations);
  await writePractitioners(context, drafts.practitioners);
  await writeRoles(context, drafts.roles);
  await writePatients(context, drafts.patients);
  requirePatient(context, unit, drafts);
  await writeEncounters(context, drafts.encounters);
  await loadEncounters(context, [...drafts.conditions, ...drafts.documents, ...drafts.clinical]);
  const documents = await writeDocuments(context, drafts.documents, drafts.binaries);
  const record = { documents: documentsOf(unit, drafts, documents), names: new Names(resolver, drafts.conditions) };
  await writeConditions(context, drafts.conditions, record);
  await writeCoverages(context, drafts.coverages, payerNames(drafts));
  await writeClaimedCoverages(context, sender, claims);
  await writeAppointments(context, drafts.appointments);
  await writeCareTeams(context, drafts.careTeams);
  await writeClinicalRecord(context, drafts.clinical, record);
}

/** All records of a message or clinical document are in the document that it is kept as. */
function documentsOf(unit: ImportUnit, drafts: Drafts, ids: ReadonlyMap<Key, number>): RecordDocuments {
  const idOf = (draft: Draft) => draft.keys.map((key) => ids.get(key)).find((id) => id !== undefined) ?? null;
  const [document] = drafts.documents;
  return { ofUnit: unit.digest === undefined || document === undefined ? null : idOf(document), of: idOf };
}

function requirePatient({ resolver }: WriteContext, { onlyPatientId }: ImportUnit, { patients }: Drafts): void {
  if (onlyPatientId === undefined) return;
  const isTheirs = patients.every(({ keys }) => resolver.rowsOf([primaryKey(keys)])[0] === onlyPatientId);
  if (!isTheirs) throw new AnotherPatient('The record is about another patient');
}

/** Marks invalid records, so that a record that refers to one is reported as such instead of as a missing reference. */
function rejectProblems(resolver: Resolver, unit: ImportUnit, drafts: Drafts, naming: Naming): void {
  const names = new Set(drafts.problems.map(({ type, id, line }) => `${type}\t${id}\t${line}`));
  for (const source of unit.resources) {
    if (names.has(`${source.type}\t${source.id}\t${source.line}`)) resolver.reject(naming.keysOf(source));
  }
}

function payerNames({ organizations }: Drafts) {
  return new Map(organizations.flatMap(({ keys, columns }) => keys.map((key) => [key, columns.name] as const)));
}

/** Drops the source JSON to free memory: nothing needs it while the claim waits for the others. */
function withoutJson(claim: ClaimDraft): ClaimDraft {
  return { ...claim, source: { ...claim.source, json: {} } };
}

/**
 * Patients who share one id within a bundle but are different people: the rest of the bundle cannot be attributed to either.
 */
function differentPatientsOfOneId(resources: readonly SourceResource[], naming: Naming): SourceResource[] {
  const patients = resources.filter(({ type, id }) => type === 'Patient' && id !== null);
  const shared = [...Map.groupBy(patients, ({ id }) => id).values()].filter((ofOneId) => ofOneId.length > 1);
  return shared.flatMap((ofOneId) => {
    const [first, ...others] = mapAll(ofOneId, (source) => mapPatient(source, naming)).drafts.map(({ columns }) =>
      personOf(columns),
    );
    return first !== undefined && others.some((other) => isContradicted(first, other)) ? ofOneId : [];
  });
}

/** Keeps one copy of each record in a unit: the one not marked as outdated, or else the last. */
function newestOf(resources: readonly SourceResource[]): SourceResource[] {
  const newest = new Map<unknown, SourceResource>();
  for (const resource of resources) {
    const name = isKeptType(resource.type) && resource.id !== null ? `${resource.type}/${resource.id}` : resource;
    if (newest.has(name) && resource.isOutdated === true) continue;
    newest.set(name, resource);
  }
  return [...newest.values()];
}
