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
  onChoose: (item: Item) => void;
  /** Receives the typed text that has not selected anything, and '' once something is selected. */
  onTyped?: ((term: string) => void) | undefined;
  /** Initial text: typed earlier without selecting anything. */
  initialTerm?: string | undefined;
}

/**
 * State of the text typed into a picker. It is searched while typing, Enter selects the only match, and text that selected
 * nothing stays and is marked as an error until it is cleared.
 */
export function useTypedChoice<Item>(options: TypedChoiceOptions<Item>) {
  const { onChoose, onTyped, isChoosable = () => true, initialTerm = '', ...searching } = options;
  const { found, find } = useDebouncedSearch(searching);
  const [term, setTerm] = useState(initialTerm);
  /** True once the field lost focus with unmatched text in it. */
  const [isLeft, setLeft] = useState(initialTerm !== '');
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
    setTerm(next);
    find(next);
    onTyped?.(next.trim());
  };
  const choose = (item: Item) => {
    set('');
    onChoose(item);
  };
  const only = useOnlyMatch(term, { ...searching, isChoosable, choose });

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
      if (found.state === 'found') only.takeOf(choices);
      else void only.searchAndTake();
    },
    onBlur: () => {
      combobox.closeDropdown();
      setLeft(term.trim() !== '');
    },
    /** Error shown once the field has lost focus. */
    unmatched: isLeft && !combobox.dropdownOpened ? unmatchedText(term) : undefined,
  };
}

interface OnlyMatchOptions<Item> extends DebouncedSearchOptions<Item> {
  isChoosable: (item: Item) => boolean;
  choose: (item: Item) => void;
}

/** Selects the match of a term if it is the only one. */
function useOnlyMatch<Item>(term: string, { search, minimum, isChoosable, choose }: OnlyMatchOptions<Item>) {
  const latest = useRef(term);
  useEffect(() => {
    latest.current = term;
  });
  const takeOf = (items: readonly Item[]) => {
    const [only] = items;
    if (only !== undefined && items.length === 1) choose(only);
  };
  /** For Enter pressed before the results arrived. Ignored if the user types on. */
  const searchAndTake = async () => {
    if (term.trim().length < minimum) return;
    try {
      const items = await search(term.trim(), new AbortController().signal);
      if (latest.current === term) takeOf(items.filter(isChoosable));
    } catch {
      // The list shows that the search failed.
    }
  };
  return { takeOf, searchAndTake };
}
