import { acceptReferral } from './lines/acceptReferral.ts';
import { measureRecord, recordLine } from './lines/charts/completeRecord.ts';
import { chartTree } from './lines/charts/chartTree.ts';
import { documentLines, measureDocuments } from './lines/charts/documents.ts';
import type { DocumentResult } from './lines/charts/documents.ts';
import { conversationList } from './lines/conversationList.ts';
import { createReferral } from './lines/createReferral.ts';
import type { Line } from './lines/line.ts';
import { openConversation } from './lines/openConversation.ts';
import { patientSearch } from './lines/patientSearch.ts';
import { home } from './lines/home.ts';
import { findPatients, patientLists, sortedPatients } from './lines/patientLists.ts';
import { reportLines, reportRows } from './lines/reports.ts';
import { idleTitle, measureIdle } from './lines/idle.ts';
import type { IdleResult } from './lines/idle.ts';
import { measurePush, pushes } from './lines/push.ts';
import type { PushResult } from './lines/push.ts';
import { queuePage } from './lines/queuePage.ts';
import { queueTree } from './lines/queueTree.ts';
import { readPatient } from './lines/readPatient.ts';
import { referralFilters } from './lines/referralFilters.ts';
import { readReferral, referralList } from './lines/referrals.ts';
import { sendMessage } from './lines/sendMessage.ts';
import { measureLine } from './measure.ts';
import type { LineResult } from './measure.ts';
import type { Options } from './options.ts';
import { workOffJobs } from './world/jobs.ts';
import type { Backlog } from './world/jobs.ts';
import type { World } from './world/world.ts';

/** In the order of the table and of execution: lines that change data come last. */
export const lines: readonly Line[] = [
  queuePage,
  queueTree,
  patientSearch,
  conversationList,
  openConversation,
  readPatient,
  chartTree,
  home,
  ...patientLists,
  ...sortedPatients,
  findPatients,
  referralList,
  ...referralFilters,
  readReferral,
  ...reportLines,
  reportRows,
  sendMessage,
  acceptReferral,
  createReferral,
];

export interface RunResult {
  /** With the resident memory of the server process in bytes after each line. */
  lines: (LineResult & { residentBytes: number })[];
  pushes: PushResult[];
  documents: DocumentResult[];
  idle: IdleResult | null;
  backlog: Backlog | null;
  /** Resident memory of the server process in bytes: at the end, and the maximum seen between two lines. */
  memory: { end: number; most: number };
  problems: string[];
}

/** Measures the whole table on one world. */
export async function runLines(world: World, options: Options, say: (text: string) => void): Promise<RunResult> {
  const result: RunResult = {
    lines: [],
    pushes: [],
    documents: [],
    idle: null,
    backlog: null,
    memory: { end: 0, most: 0 },
    problems: [],
  };
  const readMemory = async () => {
    const { residentBytes } = await world.product.usage();
    result.memory = { end: residentBytes, most: Math.max(residentBytes, result.memory.most) };
    return residentBytes;
  };
  // First, while the process has used little memory: one of these lines measures memory.
  for (const line of documentLines.filter(({ title }) => title.includes(options.only))) {
    say(line.title);
    const measured = await measureDocuments(line, world);
    result.documents.push(measured);
    result.problems.push(...measured.problems);
  }
  if (recordLine.title.includes(options.only) && options.role !== 'web') {
    say(recordLine.title);
    const measured = await measureRecord(world);
    result.documents.push(measured);
    result.problems.push(...measured.problems);
  }
  for (const push of pushes.filter(({ title }) => title.includes(options.only))) {
    say(push.title);
    const measured = await measurePush(push, world);
    result.pushes.push(measured);
    result.problems.push(...measured.problems);
    if (options.role === 'all') await workOffJobs(world);
    await readMemory();
  }
  for (const line of lines.filter(({ title }) => title.includes(options.only))) {
    const measured = await measureLine(line, world, { ...options, connections: [1, 16], say });
    result.lines.push({ ...measured, residentBytes: await readMemory() });
    result.problems.push(...measured.problems);
  }
  if (options.role === 'all') {
    say('working off the jobs');
    result.backlog = await workOffJobs(world);
    await readMemory();
  }
  // Last, on a process that has run everything else.
  if (idleTitle.includes(options.only)) {
    say(idleTitle);
    result.idle = await measureIdle(world);
    result.problems.push(...result.idle.problems);
  }
  return result;
}
