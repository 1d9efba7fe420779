import { contentOf } from './fhir/bundle.ts';
import { dependenciesOf } from './fhir/dependencies.ts';
import { phaseOf, phaseOfBundle } from './fhir/phases.ts';
import { readItems } from './reading/read.ts';
import { patientReferenceIn } from './write/patientOfSource.ts';
import { binariesNamedIn, lastUpdatedOf } from './fhir/source.ts';
import { NotYetRead, UnreadableFile } from '../../platform/files/unreadable.ts';
import { NewestCopies } from './newestCopies.ts';

import type { Dependencies } from './fhir/dependencies.ts';
import type { Problem } from './fhir/source.ts';
import type { Content } from './fhir/bundle.ts';
import type { Limits } from '../../platform/files/limits.ts';
import type { ImportReport } from './report.ts';

export interface ScannedFile {
  path: string;
  /** Sequence number of its first resource, counted across all files. */
  firstNumber: number;
}

/** A file that consists of one bundle. */
interface BundleFile extends ScannedFile, Dependencies {
  phase: number;
  /** When a message or clinical document was written, in milliseconds since 1970. */
  writtenAt: number | null;
}

/** A file with one resource, or with a resource or bundle on each line. */
export interface LinesFile extends ScannedFile {
  phases: Set<number>;
}

/** Result of the first pass over all files: the import order, and the newest copy of each record. */
export interface Scan {
  bundles: BundleFile[];
  lines: LinesFile[];
  resourceCount: number;
  newest: NewestCopies;
  /** `Binary/id` of every Binary that a document refers to. */
  binaries: Set<string>;
  /** Lines of types that are not kept: by file, the number of each type about each patient, as `reference type`. */
  unkept: Map<string, Map<string, number>>;
}

/** Reads every file once. Unreadable files are reported here and not read again. */
export async function scanFiles(
  paths: readonly string[],
  { limits, timeZone }: { limits: Limits; timeZone: string | undefined },
  report: ImportReport,
  onFile: (path: string) => void,
): Promise<Scan> {
  const scan: Scan = {
    bundles: [],
    lines: [],
    resourceCount: 0,
    newest: new NewestCopies(),
    binaries: new Set(),
    unkept: new Map(),
  };
  for (const path of paths) {
    try {
      addFile(scan, report, await scanFile(path, { limits, timeZone }, scan.resourceCount));
    } catch (error) {
      if (error instanceof NotYetRead) report.notYetRead.push({ file: path, format: error.message });
      else if (error instanceof UnreadableFile) report.reject(fileProblem(error.message), path);
      else throw error;
    }
    onFile(path);
  }
  return { ...scan, bundles: inOrderOfTime(scan.bundles) };
}

/**
 * Sorts messages and clinical documents by when they were written: each states only a part, and a cancellation comes after what
 * it cancels. Those without a time come first. Other bundles stay where they are.
 */
function inOrderOfTime(bundles: readonly BundleFile[]): BundleFile[] {
  const written = bundles
    .filter(({ writtenAt }) => writtenAt !== null)
    .toSorted((one, other) => (one.writtenAt ?? 0) - (other.writtenAt ?? 0))
    .values();
  return bundles.map((bundle) => (bundle.writtenAt === null ? bundle : (written.next().value ?? bundle)));
}

interface FileScan extends ScannedFile {
  resourceCount: number;
  itemCount: number;
  phases: Set<number>;
  /** The last bundle seen; used only if the file has nothing else. */
  bundle: Omit<BundleFile, keyof ScannedFile> | null;
  notKept: Map<string, number>;
  problems: Problem[];
  newest: NewestCopies;
  binaries: Set<string>;
  unkept: Map<string, number>;
}

async function scanFile(
  path: string,
  { limits, timeZone }: { limits: Limits; timeZone: string | undefined },
  firstNumber: number,
): Promise<FileScan> {
  const scan: FileScan = {
    path,
    firstNumber,
    resourceCount: 0,
    itemCount: 0,
    phases: new Set(),
    bundle: null,
    notKept: new Map(),
    problems: [],
    newest: new NewestCopies(),
    binaries: new Set(),
    unkept: new Map(),
  };
  for await (const item of readItems(path, limits, timeZone)) {
    scan.itemCount += 1;
    if ('problem' in item) scan.problems.push(fileProblem(item.problem, item.line));
    else noteContent(scan, contentOf(item.json, item.line), item.digest !== undefined);
  }
  return scan;
}

function noteContent(scan: FileScan, content: Content, isMessage: boolean): void {
  if (content.kind === 'unreadable') {
    scan.problems.push(content.problem);
    return;
  }
  const { resources } = content;
  for (const resource of resources) {
    const phase = phaseOf(resource.type);
    for (const name of binariesNamedIn(resource)) scan.binaries.add(name);
    if (phase === null) scan.notKept.set(resource.type, (scan.notKept.get(resource.type) ?? 0) + 1);
    else scan.newest.note(resource, scan.firstNumber + scan.resourceCount);
    if (phase !== null && content.kind === 'resource') scan.phases.add(phase);
    const patient = phase === null && content.kind === 'resource' ? patientReferenceIn(resource) : null;
    if (patient !== null) {
      const name = `${patient}\t${resource.type}`;
      scan.unkept.set(name, (scan.unkept.get(name) ?? 0) + 1);
    }
    scan.resourceCount += 1;
  }
  if (content.kind === 'resource') return;
  const phase = phaseOfBundle(resources) ?? 0;
  scan.phases.add(phase);
  const times = isMessage ? resources.map((resource) => lastUpdatedOf(resource) ?? 0) : [];
  scan.bundle = { phase, writtenAt: isMessage ? Math.max(0, ...times) : null, ...dependenciesOf(resources) };
}

/** Called once the file was read to its end; nothing is imported from a file that fails midway. */
function addFile(scan: Scan, report: ImportReport, file: FileScan): void {
  const { path, firstNumber } = file;
  for (const problem of file.problems) report.reject(problem, path);
  for (const [type, howMany] of file.notKept) report.keepNot(type, howMany);
  scan.resourceCount += file.resourceCount;
  scan.newest.add(file.newest);
  for (const name of file.binaries) scan.binaries.add(name);
  if (file.unkept.size > 0) scan.unkept.set(path, file.unkept);
  if (file.resourceCount === 0 && file.problems.length === 0) report.reject(fileProblem('holds no records'), path);
  if (file.bundle !== null && file.itemCount === 1) scan.bundles.push({ path, firstNumber, ...file.bundle });
  else if (file.phases.size > 0) scan.lines.push({ path, firstNumber, phases: file.phases });
}

function fileProblem(reason: string, line: number | null = null): Problem {
  return { type: null, id: null, line, reason };
}
