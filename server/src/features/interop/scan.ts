import { contentOf } from './fhir/bundle.ts';
import { dependenciesOf } from './fhir/dependencies.ts';
import { phaseOf, phaseOfBundle } from './fhir/phases.ts';
import { readItems } from './files/read.ts';
import { binariesNamedIn } from './fhir/source.ts';
import { NotYetRead, UnreadableFile } from './files/unreadable.ts';
import { NewestCopies } from './newestCopies.ts';

import type { Dependencies } from './fhir/dependencies.ts';
import type { Problem } from './fhir/source.ts';
import type { Content } from './fhir/bundle.ts';
import type { Limits } from './files/limits.ts';
import type { ImportReport } from './report.ts';

export interface ScannedFile {
  path: string;
  /** Number of its first resource, counting through all files. */
  firstNumber: number;
}

/** A file that is one bundle. */
export interface BundleFile extends ScannedFile, Dependencies {
  phase: number;
}

/** A file of resources, or of lines that are resources or bundles. */
export interface LinesFile extends ScannedFile {
  phases: Set<number>;
}

/** What the first look at all files tells: what to import when, and which copy of a record is the newest. */
export interface Scan {
  bundles: BundleFile[];
  lines: LinesFile[];
  resourceCount: number;
  newest: NewestCopies;
  /** `Binary/id` of each that a document refers to. */
  binaries: Set<string>;
}

/** Reads every file once. What cannot be read is reported here, and not looked at again. */
export async function scanFiles(
  paths: readonly string[],
  limits: Limits,
  report: ImportReport,
  onFile: (path: string) => void,
): Promise<Scan> {
  const scan: Scan = { bundles: [], lines: [], resourceCount: 0, newest: new NewestCopies(), binaries: new Set() };
  for (const path of paths) {
    try {
      addFile(scan, report, await scanFile(path, limits, scan.resourceCount));
    } catch (error) {
      if (error instanceof NotYetRead) report.notYetRead.push({ file: path, format: error.message });
      else if (error instanceof UnreadableFile) report.reject(fileProblem(error.message), path);
      else throw error;
    }
    onFile(path);
  }
  return scan;
}

interface FileScan extends ScannedFile {
  resourceCount: number;
  itemCount: number;
  phases: Set<number>;
  /** Of the last bundle seen; of the file, when it has nothing else. */
  bundle: (Dependencies & { phase: number }) | null;
  notKept: Map<string, number>;
  problems: Problem[];
  newest: NewestCopies;
  binaries: Set<string>;
}

async function scanFile(path: string, limits: Limits, firstNumber: number): Promise<FileScan> {
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
  };
  for await (const item of readItems(path, limits)) {
    scan.itemCount += 1;
    if ('problem' in item) scan.problems.push(fileProblem(item.problem, item.line));
    else noteContent(scan, contentOf(item.json, item.line));
  }
  return scan;
}

function noteContent(scan: FileScan, content: Content): void {
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
    scan.resourceCount += 1;
  }
  if (content.kind === 'resource') return;
  const phase = phaseOfBundle(resources) ?? 0;
  scan.phases.add(phase);
  scan.bundle = { phase, ...dependenciesOf(resources) };
}

/** Only now is it known that the file can be read to its end; of one that cannot, nothing is imported. */
function addFile(scan: Scan, report: ImportReport, file: FileScan): void {
  const { path, firstNumber } = file;
  for (const problem of file.problems) report.reject(problem, path);
  for (const [type, howMany] of file.notKept) report.keepNot(type, howMany);
  scan.resourceCount += file.resourceCount;
  scan.newest.add(file.newest);
  for (const name of file.binaries) scan.binaries.add(name);
  if (file.resourceCount === 0 && file.problems.length === 0) report.reject(fileProblem('holds no records'), path);
  if (file.bundle !== null && file.itemCount === 1) scan.bundles.push({ path, firstNumber, ...file.bundle });
  else if (file.phases.size > 0) scan.lines.push({ path, firstNumber, phases: file.phases });
}

function fileProblem(reason: string, line: number | null = null): Problem {
  return { type: null, id: null, line, reason };
}
