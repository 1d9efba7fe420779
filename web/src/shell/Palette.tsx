import { Combobox, TextInput, useCombobox, type ComboboxStore } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './Palette.module.css';
import { usePaletteGroups, usePaletteSearches, type PaletteEntry, type PaletteGroup } from './paletteGroups.tsx';

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
  const searches = usePaletteSearches();
  const { groups, search, isSearching, isNothingFound, hasFailed } = usePaletteGroups(searches, term);
  const entries = groups.flatMap((group) => group.entries);
  const combobox = useCombobox({ opened: true, loop: true });
  useSelection(combobox, term.trim().toLowerCase(), entries);
  const names = searches.map(({ name }) => name);

  const type = (text: string) => {
    setTerm(text);
    search(text);
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
            const typed = takeTyped();
            if (typed !== '') type(term + typed);
          }}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Options groups={groups} />
      <p className={classes['hint']} role="status">
        {isSearching && `Searching ${names.join(', ').toLowerCase()}...`}
        {!isSearching && hasFailed && `${names.join(', ')} could not be searched. Type again to retry.`}
        {isNothingFound && !hasFailed && 'No results found'}
      </p>
    </Combobox>
  );
}

/** Selects the first entry for new words. Later results keep the selected one: Enter may already be on its way. */
function useSelection(combobox: ComboboxStore, words: string, entries: readonly PaletteEntry[]): void {
  const before = useRef({ typed: words, keys: [] as readonly string[] });
  const select = useEffectEvent((typed: string, keys: readonly string[]) => {
    const selected = before.current.keys[combobox.getSelectedOptionIndex()];
    const index = typed === before.current.typed && selected !== undefined ? keys.indexOf(selected) : -1;
    before.current = { typed, keys };
    if (index !== -1) combobox.selectOption(index);
    else combobox.selectFirstOption();
  });
  const shown = entries.map(({ key }) => key).join('\n');
  useEffect(() => select(words, shown === '' ? [] : shown.split('\n')), [shown, words]);
}

function Options({ groups }: { groups: readonly PaletteGroup[] }): ReactNode {
  return (
    // Focusable, so that a long list can be scrolled by keyboard.
    <Combobox.Options className={classes['options']} aria-label="Matches" tabIndex={0}>
      {groups.map(({ name, entries }) => (
        <Combobox.Group key={name} label={name}>
          {entries.map(({ key, label, detail, icon }) => (
            <Combobox.Option key={key} value={key} className={classes['option']}>
              <span className={classes['icon']}>{icon}</span>
              <span className={classes['words']}>
                <span className={classes['label']}>{label}</span>
                <span className={classes['detail']}>{detail}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}
