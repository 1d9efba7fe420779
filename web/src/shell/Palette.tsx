import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconBolt, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useCommands } from '../ui/commands.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useDebouncedSearch } from '../ui/useDebouncedSearch.ts';
import { useDestinations, useFeatures, type PaletteMatch, type PaletteSearch } from './features.ts';
import { useShellCommands } from './shellCommands.ts';
import classes from './Palette.module.css';

interface Entry {
  key: string;
  label: string;
  detail?: string;
  keywords?: string;
  icon: ReactNode;
  run: () => void;
}

/** Minimum length of a search in characters, and its debounce in milliseconds (docs/domain/screens.md). */
const typing = { minimum: 3, debounce: 400 };

interface FinderProps {
  onClose: () => void;
  /** Returns the text typed before the input had the focus. */
  takeTyped: () => string;
}

/** The command palette: finds screens, actions and what features can search. */
export function Palette({ opened, onClose, takeTyped }: FinderProps & { opened: boolean }): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Go to or do" size={560} yOffset="10vh" withCloseButton={false}>
      <Finder onClose={onClose} takeTyped={takeTyped} />
    </Dialog>
  );
}

function Finder({ onClose, takeTyped }: FinderProps): ReactNode {
  const [term, setTerm] = useState('');
  const searches = useFeatures().flatMap(({ search = [] }) => search);
  const names = searches.map(({ name }) => name);
  const { found, find } = useDebouncedSearch({ search: (typed, signal) => findIn(searches, typed, signal), ...typing });
  const combobox = useCombobox({ opened: true, loop: true });
  const words = term.trim().toLowerCase();
  const screens = matching(useScreens(), words);
  const actions = matching(useActions(), words);
  const isLongEnough = words.length >= typing.minimum;
  const isSearching = isLongEnough && found.state === 'searching';
  const items = isLongEnough ? found.items : [];
  const isNothingFound = !isSearching && [items, screens, actions].every(({ length }) => length === 0);
  const matches = useMatches(isNothingFound && isLongEnough ? elsewhere(searches, term.trim()) : items);
  const groups = [
    ...names.map((name) => ({ name, entries: matches.filter((entry) => entry.group === name) })),
    { name: 'Screens', entries: screens },
    { name: 'Actions', entries: actions },
  ].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const shown = entries.map((entry) => entry.key).join('\n');
  const before = useRef({ typed: words, keys: [] as readonly string[] });
  /** The first entry for new words. Later results keep the selected one: Enter may already be on its way. */
  const select = useEffectEvent((typed: string, keys: readonly string[]) => {
    const selected = before.current.keys[combobox.getSelectedOptionIndex()];
    const index = typed === before.current.typed && selected !== undefined ? keys.indexOf(selected) : -1;
    before.current = { typed, keys };
    if (index !== -1) combobox.selectOption(index);
    else combobox.selectFirstOption();
  });
  useEffect(() => select(words, shown === '' ? [] : shown.split('\n')), [shown, words]);

  const type = (text: string) => {
    setTerm(text);
    find(text);
  };
  const choose = (key: string) => {
    onClose();
    entries.find((entry) => entry.key === key)?.run();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label={`Search ${[...names.map((name) => name.toLowerCase()), 'screens'].join(', ')} and actions`}
          placeholder={`${[...searches.map(({ terms }) => terms), 'screen'].join(', ')} or action`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={term}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          // The list handles Escape itself; here it is always open.
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
          }}
          onFocus={() => {
            const early = takeTyped();
            if (early !== '') type(term + early);
          }}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      {/* Focusable, so that a long list can be scrolled by keyboard. */}
      <Combobox.Options className={classes['options']} aria-label="Matches" tabIndex={0}>
        {groups.map(({ name, entries: members }) => (
          <Combobox.Group key={name} label={name}>
            {members.map((entry) => (
              <Combobox.Option key={entry.key} value={entry.key} className={classes['option']}>
                <span className={classes['icon']}>{entry.icon}</span>
                <span className={classes['words']}>
                  <span className={classes['label']}>{entry.label}</span>
                  <span className={classes['detail']}>{entry.detail}</span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className={classes['hint']} role="status">
        {isSearching && `Searching ${names.join(', ').toLowerCase()}…`}
        {!isSearching && found.state === 'failed' && `${names.join(', ')} could not be searched. Type again to retry.`}
        {isNothingFound && found.state !== 'failed' && 'No results found'}
      </p>
    </Combobox>
  );
}

function matching(entries: readonly Entry[], words: string): readonly Entry[] {
  return entries.filter(({ label, keywords = '' }) => `${label} ${keywords}`.toLowerCase().includes(words));
}

function useScreens(): readonly Entry[] {
  const navigate = useNavigate();
  return useDestinations().map(({ to, label, about, icon: ScreenIcon }) => ({
    key: `screen ${to}`,
    label,
    detail: about,
    icon: <ScreenIcon size={18} stroke={1.6} aria-hidden />,
    run: () => void navigate({ to }),
  }));
}

function useActions(): readonly Entry[] {
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
