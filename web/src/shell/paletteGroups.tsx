import { useMantineColorScheme } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommands, type Command } from '../ui/commands.ts';
import { useDebouncedSearch } from '../ui/useDebouncedSearch.ts';
import { useDestinations, useFeatures, type PaletteMatch, type PaletteSearch } from './features.ts';
import { leavePortal } from './leavePortal.ts';
import { showShellDialog } from './shellDialogs.tsx';

/** What the palette offers: a screen, an action, or something that a feature found. */
export interface PaletteEntry {
  key: string;
  label: string;
  detail?: string;
  keywords?: string;
  icon: ReactNode;
  run: () => void;
}

export interface PaletteGroup {
  name: string;
  entries: readonly PaletteEntry[];
}

/** Minimum length of a search in characters, and its debounce in milliseconds (docs/domain/screens.md). */
const typing = { minimum: 3, debounce: 400 };

/**
 * The entries for a term, in groups: what the features' searches found, screens, actions. `search` starts these searches
 * whenever the term changes.
 */
export function usePaletteGroups(searches: readonly PaletteSearch[], term: string) {
  const { found, find } = useDebouncedSearch({ search: (typed, signal) => findIn(searches, typed, signal), ...typing });
  const words = term.trim().toLowerCase();
  const screens = matching(useScreens(), words);
  const actions = matching(useActions(), words);
  const isLongEnough = words.length >= typing.minimum;
  const isSearching = isLongEnough && found.state === 'searching';
  const items = isLongEnough ? found.items : [];
  const isNothingFound = !isSearching && [items, screens, actions].every(({ length }) => length === 0);
  const matches = useMatches(isNothingFound && isLongEnough ? elsewhere(searches, term.trim()) : items);
  const groups: readonly PaletteGroup[] = [
    ...searches.map(({ name }) => ({ name, entries: matches.filter((entry) => entry.group === name) })),
    { name: 'Screens', entries: screens },
    { name: 'Actions', entries: actions },
  ].filter(({ entries }) => entries.length > 0);
  return { groups, search: find, isSearching, isNothingFound, hasFailed: found.state === 'failed' };
}

/** The searches that features add to the palette. */
export function usePaletteSearches(): readonly PaletteSearch[] {
  return useFeatures().flatMap(({ search = [] }) => search);
}

function matching(entries: readonly PaletteEntry[], words: string): readonly PaletteEntry[] {
  return entries.filter(({ label, keywords = '' }) => `${label} ${keywords}`.toLowerCase().includes(words));
}

function useScreens(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  return useDestinations().map(({ to, label, about, icon: ScreenIcon }) => ({
    key: `screen ${to}`,
    label,
    detail: about,
    icon: <ScreenIcon size={18} stroke={1.6} aria-hidden />,
    run: () => void navigate({ to }),
  }));
}

function useActions(): readonly PaletteEntry[] {
  const commands = [...useCommands(), ...useShellCommands()];
  return commands.map(({ label, keywords, run }) => ({
    key: `action ${label}`,
    label,
    keywords,
    icon: <IconBolt size={18} stroke={1.6} aria-hidden />,
    run,
  }));
}

interface Match extends PaletteMatch {
  /** Name of the search that found it. */
  group: string;
}

async function findIn(searches: readonly PaletteSearch[], term: string, signal: AbortSignal): Promise<Match[]> {
  const found = await Promise.all(
    searches.map(async ({ name, find }) => (await find(term, signal)).map((match) => ({ ...match, group: name }))),
  );
  return found.flat();
}

function elsewhere(searches: readonly PaletteSearch[], term: string): Match[] {
  return searches.flatMap(({ name, findElsewhere }) =>
    findElsewhere === undefined ? [] : [{ ...findElsewhere(term), group: name }],
  );
}

function useMatches(matches: readonly Match[]) {
  const navigate = useNavigate();
  return matches.map(({ icon: MatchIcon, link, ...match }) => ({
    ...match,
    icon: <MatchIcon size={18} stroke={1.6} aria-hidden />,
    run: () => void navigate(link),
  }));
}

/** Commands available on every screen. */
function useShellCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const features = useFeatures();
  return [
    ...features.flatMap(({ help = [] }) => help),
    { label: 'Keyboard shortcuts', keywords: 'help keys', run: () => showShellDialog('shortcuts') },
    { label: 'Application details', keywords: 'about version help', run: () => showShellDialog('details') },
    { label: 'Light appearance', keywords: 'theme bright', run: () => setColorScheme('light') },
    { label: 'Dark appearance', keywords: 'theme night', run: () => setColorScheme('dark') },
    { label: 'Appearance: match system', keywords: 'theme auto', run: () => setColorScheme('auto') },
    { label: 'Logout', keywords: 'log out sign out leave', run: () => void leavePortal() },
  ];
}
