import { contentOf } from './fhir/bundle.ts';
import { KnownConcepts, unusedMedications } from './fhir/clinical/concepts.ts';
import { inOrderOfNeed } from './fhir/dependencies.ts';
import { Rejection } from './fhir/draft.ts';
import { beginRun, endRun } from './runs.ts';
import { keepProblems } from './write/findings.ts';
import { countUnkept } from './write/countUnkept.ts';
import { lastPhase, phaseOf, phaseOfBundle } from './fhir/phases.ts';
import { Naming } from './shared/references.ts';
import { isTakenOver, partsNotKeptOf, problemOf } from './fhir/source.ts';
import { findFiles } from './reading/find.ts';
import { defaultLimits } from '../../platform/files/limits.ts';
import { readItems } from './reading/read.ts';
import { UnreadableFile } from '../../platform/files/unreadable.ts';
import { importUnit } from './importUnit.ts';
import { countRecords, nppesFormatOf } from './nppes/format.ts';
import { importNppes } from './nppes/importNppes.ts';
import { ImportReport } from './report.ts';
import { scanFiles } from './scan.ts';
import { storeBinary } from './write/documents.ts';

import type { ClaimDraft } from './fhir/claims.ts';
import type { Key } from './shared/references.ts';
import type { Problem, SourceResource } from './fhir/source.ts';
import type { Limits } from '../../platform/files/limits.ts';
import type { Item } from './reading/read.ts';
import type { ImportTarget } from './importUnit.ts';
import type { NppesFile } from './nppes/importNppes.ts';
import type { StoredBinary } from './write/storedBinary.ts';
import type { LinesFile, Scan, ScannedFile } from './scan.ts';

/** Receives the progress of an import. */
export interface Progress {
  start(what: 'Reading' | 'Importing', total: number): void;
  /** @param file the file being processed */
  advance(howMany: number, file: string): void;
  stop(): void;
}

const silent: Progress = { start() {}, advance() {}, stop() {} };

export interface ImportOptions extends ImportTarget {
  /** Paths of files and folders. */
  paths: readonly string[];
  limits?: Limits;
  /** IANA name of the time zone of times without an offset, in messages and clinical documents. */
  timeZone?: string | undefined;
  progress?: Progress;
}

/**
 * Imports files of FHIR R4, HL7 v2, C-CDA and of the national provider registry. All but the last are read twice: first to learn what they contain,
 * so that their order does not matter, then to import them bundle by bundle. A broken file, bundle or resource never keeps the
 * others out.
 */
export async function importFiles(options: ImportOptions): Promise<ImportReport> {
  const { paths, limits = defaultLimits, timeZone, progress = silent } = options;
  const report = new ImportReport();
  const run = await beginRun(options.db, options.clientId, options.sender);
  const { files, missing } = await findFiles(paths);
  for (const path of missing) report.reject({ type: null, id: null, line: null, reason: 'does not exist' }, path);
  if (files.length === 0 && missing.length === 0) {
    report.reject({ type: null, id: null, line: null, reason: 'holds no files' }, paths.join(', '));
  }
  const { registry, others } = await sortFiles(files);
  progress.start('Reading', others.length);
  const scan = await scanFiles(others, { limits, timeZone }, report, (path) => progress.advance(1, path)).finally(() =>
    progress.stop(),
  );
  const registryCount = await countRecords(registry);
  progress.start('Importing', scan.resourceCount + registryCount);
  try {
    report.add(await importNppes(options, registry, (howMany, file) => progress.advance(howMany, file)));
    await new FileImport({ ...options, run }, limits, progress, scan, report).run();
    await countUnkept({ ...options, importRunId: run.importRunId }, scan.unkept);
    // Those of units are kept with them.
    await keepProblems(
      options,
      run,
      report.problems.filter(({ isListed }) => isListed !== true),
    );
    await endRun(options.db, run, report);
  } finally {
    progress.stop();
  }
  return report;
}

/** Separates files of the provider registry, which are not FHIR, from all others. */
async function sortFiles(files: readonly string[]): Promise<{ registry: NppesFile[]; others: string[] }> {
  const registry: NppesFile[] = [];
  const others: string[] = [];
  for (const path of files) {
    const format = await nppesFormatOf(path);
    if (format === null) others.push(path);
    else registry.push({ path, format });
  }
  return { registry, others };
}

/** Resources imported in one transaction. */
const BATCH_RESOURCES = 500;
/** Documents are large, so a batch is also limited by its size. */
const BATCH_BYTES = 16 * 1024 * 1024;

class FileImport {
  readonly #target: ImportTarget;
  readonly #limits: Limits;
  readonly #timeZone: string | undefined;
  readonly #progress: Progress;
  readonly #scan: Scan;
  readonly #report: ImportReport;
  /** Claims from NDJSON files, written at the end: a patient's payers are known only once all claims are read. */
  readonly #claims: ClaimDraft[] = [];
  readonly #rejected = new Set<Key>();
  readonly #binaries = new Map<Key, StoredBinary>();
  readonly #medications = new KnownConcepts();

  constructor(target: ImportOptions, limits: Limits, progress: Progress, scan: Scan, report: ImportReport) {
    this.#target = target;
    this.#limits = limits;
    this.#timeZone = target.timeZone;
    this.#progress = progress;
    this.#scan = scan;
    this.#report = report;
  }

  async run(): Promise<void> {
    const bundles = inOrderOfNeed(this.#scan.bundles);
    for (let phase = 0; phase <= lastPhase; phase += 1) {
      for (const file of this.#scan.lines.filter(({ phases }) => phases.has(phase))) {
        await this.#guarded(file, () => this.#importLines(file, phase));
      }
      for (const file of bundles.filter((bundle) => bundle.phase === phase)) {
        await this.#guarded(file, () => this.#importBundleFile(file));
      }
    }
    this.#report.keepNot(unusedMedications, this.#medications.countUnused());
    if (this.#claims.length > 0) await this.#importUnit('claims', [], { claims: this.#claims });
  }

  /** A file that was readable during the scan may no longer be; only that file is rejected then. */
  async #guarded(file: ScannedFile, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.#report.reject({ type: null, id: null, line: null, reason: error.message }, file.path);
    }
  }

  async #importBundleFile(file: ScannedFile): Promise<void> {
    for await (const item of readItems(file.path, this.#limits, this.#timeZone)) {
      // A minified file has only one line, so a line number would not help.
      const content = 'json' in item ? contentOf(item.json, null) : null;
      if (content?.kind !== 'bundle') continue;
      const { resources, problems } = content;
      resources.forEach((resource, index) => this.#mark(resource, file.firstNumber + index));
      await this.#importUnit(file.path, resources, { problems, ...digestOf(item) });
      this.#progress.advance(resources.length, file.path);
    }
  }

  /** Imports the resources of one phase in batches of a few hundred, and bundles that occupy a line of their own. */
  async #importLines(file: LinesFile, phase: number): Promise<void> {
    const isFirstLook = phase === Math.min(...file.phases);
    let number = file.firstNumber;
    let batch: SourceResource[] = [];
    let bytes = 0;
    for await (const item of readItems(file.path, this.#limits, this.#timeZone)) {
      if ('problem' in item) continue;
      const content = contentOf(item.json, item.line);
      if (content.kind === 'unreadable') continue;
      const { resources } = content;
      for (const resource of resources) this.#mark(resource, number++);
      if (content.kind === 'bundle') {
        if ((phaseOfBundle(resources) ?? 0) !== phase) continue;
        await this.#importUnit(file.path, resources, { problems: content.problems, ...digestOf(item) });
        this.#progress.advance(resources.length, file.path);
        continue;
      }
      for (const resource of resources) {
        const own = phaseOf(resource.type);
        if (own === phase) {
          batch.push(resource);
          bytes += item.bytes;
        }
        if (own === phase || (own === null && isFirstLook)) this.#progress.advance(1, file.path);
      }
      if (batch.length < BATCH_RESOURCES && bytes < BATCH_BYTES) continue;
      await this.#importBatch(file.path, batch);
      batch = [];
      bytes = 0;
    }
    await this.#importBatch(file.path, batch);
  }

  #mark(resource: SourceResource, number: number): void {
    resource.isOutdated = this.#scan.newest.isOutdated(resource, number);
  }

  /** If the database rejects a batch, its resources are imported one by one. */
  async #importBatch(file: string, all: SourceResource[]): Promise<void> {
    const batch = all.filter(({ type }) => !isTakenOver(type));
    const medications = all.filter(({ type }) => type === 'Medication');
    this.#medications.add(medications, 'Medication', new Naming(this.#target.sender));
    for (const [part, howMany] of medications.flatMap(partsNotKeptOf)) this.#report.leavePart(part, howMany);
    for (const binary of all.filter(({ type }) => type === 'Binary')) await this.#storeBinary(file, binary);
    if (batch.length === 0) return;
    const { report, claims, isRefused } = await importUnit(this.#target, {
      file,
      resources: batch,
      claims: 'later',
      rejected: this.#rejected,
      storedBinaries: this.#binaries,
      medications: this.#medications,
    });
    if (isRefused && batch.length > 1) {
      for (const resource of batch) await this.#importBatch(file, [resource]);
      return;
    }
    this.#report.add(report);
    this.#claims.push(...claims);
  }

  /** Stores a Binary only if a document refers to it; the product does not use others. */
  async #storeBinary(file: string, binary: SourceResource): Promise<void> {
    if (!this.#scan.binaries.has(`Binary/${binary.id}`)) {
      this.#report.keepNot('Binary: no document refers to it');
      return;
    }
    try {
      const stored = await storeBinary(this.#target.storage, binary);
      for (const key of new Naming(this.#target.sender).keysOf(binary)) this.#binaries.set(key, stored);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.#report.reject(problemOf(binary, error.message), file);
    }
  }

  async #importUnit(
    file: string,
    resources: readonly SourceResource[],
    rest: { problems?: Problem[]; claims?: ClaimDraft[]; digest?: string; raw?: Buffer },
  ): Promise<void> {
    const { report } = await importUnit(this.#target, { file, resources, rejected: this.#rejected, ...rest });
    this.#report.add(report);
  }
}

function digestOf(item: Item): { digest?: string; raw?: Buffer } {
  if (!('digest' in item) || item.digest === undefined) return {};
  return { digest: item.digest, ...(item.raw !== undefined && { raw: item.raw }) };
}
