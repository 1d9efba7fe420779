import { globSync } from 'node:fs';
import path from 'node:path';

import type { Rolldown } from 'vite';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const source = path.join(import.meta.dirname, 'src');

const inSource = (file: string) => path.join(source, file);

// A few files of features are named here and not in their feature.tsx: only a build cares which modules travel together, a
// feature would have to know the others to say it, and a missing file or a chunk that grows fails a journey.

/** Modules on every user's screen after sign-in. */
const portalEntries = ['App.tsx', 'features/dashboard/HomePage.tsx', 'features/site-info/SiteAlert.tsx'].map(inSource);

const entriesIn = (...patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(`features/${pattern}`, { cwd: source }).map(inSource));

// The screens that users open most.
const lists = entriesIn(
  'referrals/ReferralsPage.tsx',
  'work-queues/WorkQueuesPage.tsx',
  '*/*InQueue.tsx',
  'patients/PatientsPage.tsx',
);
const messages = entriesIn('messages/MessagesPage.tsx');
const patient = entriesIn('patients/PatientPage.tsx');

/** Modules that keep the portal up to date, loaded once the first screen is shown. */
const liveEntries = [
  'api/realtimeHub.ts',
  ...globSync('features/**/realtime.{ts,tsx}', { cwd: source }),
  'session/SessionDialogs.tsx',
  'session/sessionTimers.ts',
  'shell/ErrorDialog.tsx',
  'ui/ConfirmDialog.tsx',
].map(inSource);

/** Our modules that `entries` import, directly or not, except for dynamic imports. */
function importedBy(entries: readonly string[], context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    // A library's index imports everything it has; the parts in use are bundled anyway.
    if (found.has(id) || id.includes('/node_modules/')) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Assigns a chunk name to the modules that `entries` import, directly or not. */
function namesOf(name: string, entries: readonly string[]): Rolldown.CodeSplittingNameFunction {
  let imported: Set<string> | undefined;
  return (id, context) => {
    imported ??= importedBy(entries, context);
    return imported.has(id) ? name : null;
  };
}

/**
 * Large libraries, together with the part of a screen that loads them. That part must not import anything else of its
 * screen, which would load the chunk at once.
 */
function nameLibrary(id: string): string | null {
  const [, library = ''] = /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(id) ?? [];
  if (id.endsWith('/PowerBiFrame.tsx') || /^(powerbi-|http-post-message|window-post-message-proxy)/.test(library))
    return 'power-bi';
  if (/^(parse5|entities|dompurify)$/.test(library)) return 'markup';
  const isOfHelp = /\/features\/help\/helpTexts\.ts$|\/docs\/help\/[\w-]+\.md/.test(id);
  if (isOfHelp || /^(markdown-it|linkify-it|mdurl|uc\.micro|punycode\.js)$/.test(library)) return 'help-texts';
  const isPicture =
    /^(@mantine\/charts|recharts|victory-vendor|d3-|@reduxjs|redux|react-redux|immer|reselect|decimal\.js|es-toolkit|eventemitter3)/;
  return /\/(ReportChart|TrendDialog)\.tsx$/.test(id) || isPicture.test(library) ? 'pictures' : null;
}

const nameOfLists = namesOf('screens', lists);
const nameBesideLists = namesOf('screens', [...messages, ...patient]);

/** The lists, with their rows and details, and what Messages and the patient's page need besides their own features. */
const nameScreens: Rolldown.CodeSplittingNameFunction = (id, context) =>
  nameOfLists(id, context) ?? (id.includes('/src/features/') ? null : nameBesideLists(id, context));

function nameShared(id: string): string | null {
  if (/\/src\/features\//.test(id) || nameLibrary(id) !== null) return null;
  if (id.includes('/src/session/')) return 'session';
  return /ui\/Calendar|dayjs|@mantine\/dates/.test(id) ? 'dates' : 'common';
}

function nameFeature(id: string): string | null {
  const [, feature, viewer] = /\/src\/features\/([^/]+)\/(viewer\/)?/.exec(id) ?? [];
  if (viewer !== undefined) return 'viewer';
  // Too small for a file of its own.
  return feature === 'support' ? 'site-info' : (feature ?? null);
}

/**
 * Few files, each large enough for a request: the portal with Home, the screens that users open most, code shared by other
 * screens and dialogs, and each feature. By default the bundler would make a file for each set of modules shared by the same
 * pages, over 150 in all. A group includes what its modules import, unless an earlier group has it. A feature's dialogs are
 * loaded by `lazyPart`, or they would be in the chunk of its page.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Together and first: zod must be told not to generate code before any schema is created (src/zodConfig.ts).
  { name: 'zod', test: /node_modules\/zod\/|src\/zodConfig/ },
  // Code of the sign-in page: one file compresses better than the twenty shared with other pages.
  { name: 'start', tags: ['$initial'] },
  { name: namesOf('portal', portalEntries), debugName: 'portal' },
  { name: namesOf('live', liveEntries), debugName: 'live' },
  { name: nameScreens, debugName: 'screens' },
  { name: namesOf('messages-page', messages), debugName: 'messages page' },
  { name: namesOf('patient-page', patient), debugName: 'patient page' },
  { name: nameShared, debugName: 'shared' },
  { name: nameLibrary, debugName: 'libraries' },
  { name: nameFeature, debugName: 'features' },
];
