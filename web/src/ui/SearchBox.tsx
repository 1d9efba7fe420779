import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useShortcut } from './shortcuts.ts';

export interface SearchBoxProps {
  value: string;
  /** Called with the trimmed term when typing pauses, and at once on Enter and on clearing. */
  onSearch: (term: string) => void;
  /** Label for screen readers. */
  label: string;
  /** Defaults to the label. */
  placeholder?: string;
  /** Milliseconds; default 500 (docs/domain/screens.md). */
  debounce?: number;
  isLoading?: boolean;
  /** Called on Enter, after the search has started. */
  onEnter?: (term: string) => void;
  /** In a row of other things; by default it is as wide as its place. */
  width?: string;
}

/** A search field that waits for a pause in typing. `/` focuses it. */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { value, onSearch, label, debounce = 500 } = props;
  const [term, setTerm] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // A value from outside (Back, reset filters) replaces the typed text and its search; the echo of our search does not.
  if (known !== value) {
    setKnown(value);
    if (value !== asked) {
      setAsked(value);
      setTerm(value);
    }
  }
  const isHinted = useShortcut('/', `Search: ${label}`, () => input.current?.select());

  const search = (next: string) => {
    if (next === asked) return;
    setAsked(next);
    onSearch(next);
  };
  const searchTyped = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(term.trim()), debounce);
    return () => clearTimeout(timer);
  }, [term, debounce]);
  const clear = () => {
    setTerm('');
    search('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      w={props.width && `min(${props.width}, 100%)`}
      aria-label={label}
      role="searchbox"
      inputMode="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      placeholder={props.placeholder ?? label}
      leftSection={props.isLoading === true ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
      value={term}
      onChange={(event) => setTerm(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          search(term.trim());
          props.onEnter?.(term.trim());
        }
        if (event.key === 'Escape' && term !== '') {
          event.stopPropagation();
          clear();
        }
      }}
      rightSection={
        term === '' ? isHinted && <Hint /> : <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
      }
    />
  );
}

function Hint(): ReactNode {
  return (
    <Kbd size="xs" aria-hidden>
      /
    </Kbd>
  );
}
