import { acceptReferral } from './lines/acceptReferral.ts';
import { chartTree } from './lines/chartTree.ts';
import { clinicalRecordLines } from './lines/clinicalRecord.ts';
import { conversationList, openConversation } from './lines/conversations.ts';
import { createReferral } from './lines/createReferral.ts';
import { firstPageLine, measureFirstPage } from './lines/firstPage.ts';
import type { FirstPageResult } from './lines/firstPage.ts';
import { home } from './lines/home.ts';
import type { Line } from './lines/line.ts';
import { findPatients, patientLists, patientSearch, readPatient, sortedPatients } from './lines/patients.ts';
import { measurePush, pushes } from './lines/push.ts';
import type { PushResult } from './lines/push.ts';
import { queuePage, queueTree } from './lines/queues.ts';
import { readReferral, referralFilters, referralList } from './lines/referrals.ts';
import { referralSuggestions } from './lines/suggestions.ts';
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
  ...clinicalRecordLines,
  home,
  ...patientLists,
  ...sortedPatients,
  findPatients,
  referralList,
  ...referralFilters,
  readReferral,
  referralSuggestions,
  sendMessage,
  acceptReferral,
  createReferral,
];

export interface RunResult {
  /** With the resident memory of the server process in bytes after each line. */
  lines: (LineResult & { residentBytes: number })[];
  pushes: PushResult[];
  firstPage: FirstPageResult | null;
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
    firstPage: null,
    backlog: null,
    memory: { end: 0, most: 0 },
    problems: [],
  };
  const readMemory = async () => {
    const { residentBytes } = await world.product.usage();
    result.memory = { end: residentBytes, most: Math.max(residentBytes, result.memory.most) };
    return residentBytes;
  };
  if (firstPageLine.title.includes(options.only)) {
    say(firstPageLine.title);
    result.firstPage = await measureFirstPage(world);
    result.problems.push(...result.firstPage.problems);
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
  return result;
}
