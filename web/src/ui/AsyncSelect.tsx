import { CloseButton, Combobox, InputBase, Loader } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef, type ReactNode, type Ref } from 'react';
import classes from './AsyncSelect.module.css';
import type { Found } from './useDebouncedSearch.ts';
import { useTypedChoice } from './useTypedChoice.ts';
import { withWholeValue } from './wholeValue.tsx';

/** Debounce of user searches, in milliseconds. */
export const userSearchDebounce = 400;

export interface AsyncSelectProps<Item> {
  label: ReactNode;
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Finds items; the signal aborts when the term changes. */
  search: (term: string, signal: AbortSignal) => Promise<readonly Item[]>;
  itemKey: (item: Item) => string | number;
  /** Text of the closed select. */
  itemLabel: (item: Item) => string;
  /** A code that selects its item when typed in full, as the label does. */
  itemCode?: (item: Item) => string;
  /** Content of an option; defaults to its label. */
  renderItem?: (item: Item) => ReactNode;
  /** Minimum number of characters to search; defaults to 3. 0 searches on opening. */
  minimum?: number;
  /** Milliseconds; default 350 (docs/domain/screens.md). User searches pass `userSearchDebounce`. */
  debounce?: number;
  placeholder?: string;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
  disabled?: boolean;
  /** Whether the choice can be cleared; defaults to true. */
  clearable?: boolean;
  /** Whether opening also searches, before anything is typed. */
  searchesOnOpen?: boolean;
  onBlur?: () => void;
  /** Receives the typed text that has not selected anything, and '' once something is selected. */
  onTyped?: (term: string) => void;
  /** Initial text: typed earlier without selecting anything. */
  initialTerm?: string | undefined;
  /** Focused on mounting, for a field that a button has just revealed. */
  autoFocus?: boolean;
  /** The input, which a form focuses when the choice is invalid. */
  ref?: Ref<HTMLInputElement>;
}

/** Text shown when the list has no options. */
export function hintOf(found: Found<unknown>, typed: number, minimum: number): string {
  if (typed === 0 && minimum > 0) return 'Start typing to see results';
  if (typed < minimum) return `Enter at least ${minimum} characters`;
  if (found.state === 'searching' || found.state === 'idle') return 'Searching...';
  return found.state === 'failed' ? 'The search failed. Type again to retry.' : 'No options found';
}

/** Says above the options why Enter selected none. */
export function ListHint({ text }: { text: string | undefined }): ReactNode {
  return text !== undefined && <Combobox.Header role="status">{text}</Combobox.Header>;
}

/** A select whose options are searched on the server. */
export function AsyncSelect<Item>({ ref, ...props }: AsyncSelectProps<Item>): ReactNode {
  const { value, onChange, search, itemKey, itemLabel, renderItem, minimum = 3, debounce = 350 } = props;
  const { searchesOnOpen = false, onTyped, initialTerm } = props;
  const input = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(input, ref);
  const typed = useTypedChoice({
    search,
    minimum,
    debounce,
    searchesOnOpen,
    onTyped,
    initialTerm,
    namesOf: (item) => [itemLabel(item), ...(props.itemCode === undefined ? [] : [props.itemCode(item)])],
    onChoose: (item) => {
      onChange(item);
      typed.combobox.closeDropdown();
    },
  });
  const { found, combobox, term } = typed;
  const isOpen = combobox.dropdownOpened;
  const label = value === null ? '' : itemLabel(value);
  const isClearable = term !== '' || (value !== null && props.clearable !== false);
  const choose = (key: string) => {
    const item = found.items.find((one) => String(itemKey(one)) === key);
    if (item !== undefined) typed.choose(item);
  };
  const clearButton =
    isClearable && props.disabled !== true ? (
      <CloseButton
        size="sm"
        aria-label="Clear"
        onClick={() => {
          // Clear unmatched text first, then the choice.
          if (term === '') onChange(null);
          typed.clear();
          input.current?.focus();
        }}
      />
    ) : (
      <Combobox.Chevron />
    );
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={merged}
          label={props.label}
          description={props.description}
          error={typed.unmatched ?? props.error}
          inputContainer={withWholeValue}
          withAsterisk={props.withAsterisk}
          aria-required={props.withAsterisk}
          disabled={props.disabled}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only for a field that a button has just revealed
          autoFocus={props.autoFocus === true}
          autoComplete="off"
          spellCheck={false}
          placeholder={isOpen && label !== '' ? label : (props.placeholder ?? 'Start typing to see results')}
          value={isOpen || term !== '' ? term : label}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onKeyDown={typed.onKeyDown}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            typed.onBlur();
            props.onBlur?.();
          }}
          rightSection={found.state === 'searching' && isOpen ? <Loader size={14} /> : clearButton}
          rightSectionPointerEvents={isClearable ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <ListHint text={typed.hint} />
        {/* A listbox must have an option, so the hint replaces the whole listbox. */}
        {found.items.length === 0 ? (
          <Combobox.Empty role="status">{hintOf(found, term.trim().length, minimum)}</Combobox.Empty>
        ) : (
          <Combobox.Options mah={280} className={classes['options']}>
            {found.items.map((item) => (
              <Combobox.Option key={itemKey(item)} value={String(itemKey(item))}>
                {renderItem?.(item) ?? itemLabel(item)}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
