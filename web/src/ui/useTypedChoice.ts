import { useCombobox } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useDebouncedSearch, type DebouncedSearchOptions } from './useDebouncedSearch.ts';

/** Error for typed text that selected nothing. */
export function unmatchedText(term: string): string {
  return `Nothing is selected for “${term.trim()}”. Choose an option from the list, or clear the text.`;
}

interface TypedChoiceOptions<Item> extends DebouncedSearchOptions<Item> {
  /** Whether a match can be selected; defaults to all. */
  isChoosable?: (item: Item) => boolean;
  /** Texts that mean an item when typed in full: its label and its code. */
  namesOf: (item: Item) => readonly string[];
  onChoose: (item: Item) => void;
  /** Receives the typed text that has not selected anything, and '' once something is selected. */
  onTyped?: ((term: string) => void) | undefined;
  /** Initial text: typed earlier without selecting anything. */
  initialTerm?: string | undefined;
}

/** A code is the same with and without its dot. */
const plain = (text: string) => text.trim().toLowerCase().replaceAll('.', '');

/** The only item, or the only one of several that was typed in full. */
function matchOf<Item>(items: readonly Item[], isExact: (item: Item) => boolean): Item | undefined {
  const [match, ...others] = items.length === 1 ? items : items.filter(isExact);
  return others.length === 0 ? match : undefined;
}

/**
 * State of the text typed into a picker. It is searched while typing, Enter selects the only match or the one that was typed in
 * full, and text that selected nothing stays and is marked as an error until it is cleared.
 */
export function useTypedChoice<Item>(options: TypedChoiceOptions<Item>) {
  const { onChoose, onTyped, isChoosable = () => true, namesOf, initialTerm = '', ...searching } = options;
  const { found, find } = useDebouncedSearch(searching);
  const [term, setTerm] = useState(initialTerm);
  /** True once the field lost focus with unmatched text in it. */
  const [isLeft, setLeft] = useState(initialTerm !== '');
  /** Number of matches among which Enter could not decide. */
  const [undecided, setUndecided] = useState(0);
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => {
      setLeft(false);
      find(term, 0);
    },
  });
  const choices = found.items.filter(isChoosable);

  const set = (next: string) => {
    setLeft(false);
    setUndecided(0);
    setTerm(next);
    find(next);
    onTyped?.(next.trim());
  };
  const choose = (item: Item) => {
    set('');
    onChoose(item);
  };
  const takeOf = (items: readonly Item[]) => {
    const match = matchOf(items, (item) => namesOf(item).some((name) => plain(name) === plain(term)));
    if (match === undefined) setUndecided(items.length);
    else choose(match);
  };
  const searchAndTake = useSearchNow(term, searching, (items) => takeOf(items.filter(isChoosable)));

  return {
    found,
    combobox,
    choices,
    term,
    choose,
    clear: () => set(''),
    type: (next: string) => {
      combobox.openDropdown();
      combobox.resetSelectedOption();
      set(next);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && combobox.dropdownOpened) set('');
      if (event.key !== 'Enter' || !combobox.dropdownOpened || term.trim() === '') return;
      // The list itself handles an option highlighted with the arrow keys.
      if (combobox.getSelectedOptionIndex() >= 0) return;
      event.preventDefault();
      if (found.state === 'found') takeOf(choices);
      else void searchAndTake();
    },
    onBlur: () => {
      combobox.closeDropdown();
      setLeft(term.trim() !== '');
    },
    /** Says why Enter selected nothing; shown above the options. */
    hint:
      undecided > 1 ? `${undecided} options are listed. Use the arrow keys to choose one, or type more.` : undefined,
    /** Error shown once the field has lost focus. */
    unmatched: isLeft && !combobox.dropdownOpened ? unmatchedText(term) : undefined,
  };
}

/** Searches the term for Enter pressed before its results arrived. Ignored if the user types on. */
function useSearchNow<Item>(
  term: string,
  { search, minimum }: DebouncedSearchOptions<Item>,
  onFound: (items: readonly Item[]) => void,
) {
  const latest = useRef(term);
  useEffect(() => {
    latest.current = term;
  });
  return async () => {
    if (term.trim().length < minimum) return;
    try {
      const items = await search(term.trim(), new AbortController().signal);
      if (latest.current === term) onFound(items);
    } catch {
      // The list shows that the search failed.
    }
  };
}
