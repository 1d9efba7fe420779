import path from 'node:path';

import type { Rolldown } from 'vite';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const source = path.join(import.meta.dirname, 'src');

const inSource = (file: string) => path.join(source, file);

/** What everybody has on the screen after signing in. */
const portalEntries = ['App.tsx', 'features/dashboard/HomePage.tsx', 'features/site-info/SiteAlert.tsx'].map(inSource);

/** What keeps it alive, fetched once the first screen is there. */
const liveEntries = [
  'realtime.ts',
  'session/SessionDialogs.tsx',
  'session/sessionTimers.ts',
  'shell/ErrorDialog.tsx',
  'ui/ConfirmDialog.tsx',
].map(inSource);

/** Our modules that `entries` import, directly or not, without those they load later. */
function importedBy(entries: readonly string[], context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    // A library's index imports all it has; what is used of it comes along by itself.
    if (found.has(id) || id.includes('/node_modules/')) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Names what some modules import, directly or not. */
function namesOf(name: string, entries: readonly string[]): Rolldown.CodeSplittingNameFunction {
  let imported: Set<string> | undefined;
  return (id, context) => {
    imported ??= importedBy(entries, context);
    return imported.has(id) ? name : null;
  };
}

/** Large libraries, with the part of a screen that loads them. That part imports nothing else that its screen has, which would load it at once. */
function nameLibrary(id: string): string | null {
  const [, library = ''] = /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(id) ?? [];
  if (id.endsWith('/PowerBiFrame.tsx') || /^(powerbi-|http-post-message|window-post-message-proxy)/.test(library))
    return 'power-bi';
  if (/^(parse5|entities|dompurify)$/.test(library)) return 'markup';
  const isPicture =
    /^(@mantine\/charts|recharts|victory-vendor|d3-|@reduxjs|redux|react-redux|immer|reselect|decimal\.js)/;
  return id.endsWith('/ReportChart.tsx') || isPicture.test(library) ? 'pictures' : null;
}

function nameShared(id: string): string | null {
  if (/\/src\/features\//.test(id) || nameLibrary(id) !== null) return null;
  if (id.includes('/src/session/')) return 'session';
  return /DateInput|dayjs|@mantine\/dates/.test(id) ? 'dates' : 'common';
}

function nameFeature(id: string): string | null {
  const [, feature, viewer] = /\/src\/features\/([^/]+)\/(viewer\/)?/.exec(id) ?? [];
  return viewer === undefined ? (feature ?? null) : 'viewer';
}

/**
 * Few files, each of a size worth a request: the portal with Home, what several screens share, and each feature. Left to
 * itself the bundler makes a file of each set of modules that the same pages use, over 150 of them. A group takes along what
 * its modules import, unless a group before it has that.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Together and first: zod must be told not to generate code before a schema is made (src/zodConfig.ts).
  { name: 'zod', test: /node_modules\/zod\/|src\/zodConfig/ },
  // What the sign-in page needs: one file compresses better than the twenty that are shared with other pages.
  { name: 'start', tags: ['$initial'] },
  { name: namesOf('portal', portalEntries), debugName: 'portal' },
  { name: namesOf('live', liveEntries), debugName: 'live' },
  { name: nameShared, debugName: 'shared' },
  { name: nameLibrary, debugName: 'libraries' },
  { name: nameFeature, debugName: 'features' },
];
