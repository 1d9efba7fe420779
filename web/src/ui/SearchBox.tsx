import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface SearchBoxProps {
  value: string;
  /** Called when typing pauses, and at once on Enter and on clearing. */
  onSearch: (term: string) => void;
  label: string;
  placeholder?: string;
  /** Milliseconds; 500 when left out (specification 1, section 9). */
  debounce?: number;
  isLoading?: boolean;
  autoFocus?: boolean;
}

/** A search field: waits for a pause in typing; `/` puts the cursor into it. */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { value, onSearch, label, debounce = 500 } = props;
  const [term, setTerm] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (known !== value) {
    setKnown(value);
    setTerm(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (next: string) => {
    clearTimeout(timer.current);
    setKnown(next);
    if (next !== value) onSearch(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={props.placeholder ?? label}
      leftSection={<IconSearch size={16} />}
      value={term}
      autoFocus={props.autoFocus}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTerm(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(next.trim()), debounce);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(term.trim());
      }}
      rightSection={
        term === '' ? null : (
          <CloseButton
            aria-label="Clear search"
            onClick={() => {
              setTerm('');
              search('');
            }}
          />
        )
      }
    />
  );
}
