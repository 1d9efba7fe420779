import { Combobox, Loader, Pill, PillsInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { hintOf, ListHint, type AsyncSelectProps } from './AsyncSelect.tsx';
import classes from './AsyncSelect.module.css';
import { useTypedChoice } from './useTypedChoice.ts';

export interface AsyncMultiSelectProps<Item> extends Omit<
  AsyncSelectProps<Item>,
  'value' | 'onChange' | 'label' | 'clearable'
> {
  label: string;
  value: readonly Item[];
  onChange: (items: Item[]) => void;
  /** Called when a chosen item is chosen again; without it, chosen items are not offered. */
  onRepeat?: () => void;
}

/** Multiple-choice select, searched on the server 300 ms after the last key (docs/domain/screens.md). */
export function AsyncMultiSelect<Item>({ ref, onRepeat, ...props }: AsyncMultiSelectProps<Item>): ReactNode {
  const { value, onChange, search, itemKey, itemLabel, renderItem, minimum = 3, debounce = 300, disabled } = props;
  const { searchesOnOpen = false, onTyped } = props;
  const chosenKeys = new Set(value.map((item) => String(itemKey(item))));
  const isChosen = (item: Item) => chosenKeys.has(String(itemKey(item)));
  const typed = useTypedChoice({
    search,
    minimum,
    debounce,
    searchesOnOpen,
    onTyped,
    namesOf: (item) => [itemLabel(item)],
    isChoosable: (item) => onRepeat !== undefined || !isChosen(item),
    onChoose: (item) => {
      if (isChosen(item)) onRepeat?.();
      else onChange([...value, item]);
      // The open list would cover the content below; typing opens it again.
      typed.combobox.closeDropdown();
    },
  });
  const { found, combobox, choices, term } = typed;
  const remove = (key: string) => onChange(value.filter((item) => String(itemKey(item)) !== key));
  const choose = (key: string) => {
    const item = choices.find((one) => String(itemKey(one)) === key);
    if (item !== undefined) typed.choose(item);
  };
  const handleKey = (event: KeyboardEvent) => {
    typed.onKeyDown(event);
    const last = value.at(-1);
    if (event.key !== 'Backspace' || term !== '' || last === undefined) return;
    event.preventDefault();
    remove(String(itemKey(last)));
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput
          label={props.label}
          description={props.description}
          error={typed.unmatched ?? props.error}
          withAsterisk={props.withAsterisk}
          disabled={disabled}
          classNames={{ input: classes['pills'] ?? '' }}
          onClick={() => combobox.openDropdown()}
          rightSection={found.state === 'searching' && combobox.dropdownOpened ? <Loader size={14} /> : undefined}
        >
          <Pill.Group>
            {value.map((item) => (
              <Pill
                key={itemKey(item)}
                withRemoveButton={disabled !== true}
                removeButtonProps={{ 'aria-label': `Remove ${itemLabel(item)}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => remove(String(itemKey(item)))}
              >
                {itemLabel(item)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={ref}
                className={classes['term']}
                aria-label={props.label}
                aria-required={props.withAsterisk}
                disabled={disabled}
                autoComplete="off"
                spellCheck={false}
                placeholder={value.length === 0 ? (props.placeholder ?? 'Start typing to see results') : undefined}
                value={term}
                onChange={(event) => typed.type(event.currentTarget.value)}
                onKeyDown={handleKey}
                onBlur={() => {
                  typed.onBlur();
                  props.onBlur?.();
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <ListHint text={typed.hint} />
        {/* A listbox must have an option, so the hint replaces the whole listbox. */}
        {choices.length === 0 ? (
          <Combobox.Empty role="status">{hintOf(found, term.trim().length, minimum)}</Combobox.Empty>
        ) : (
          <Combobox.Options mah={280} className={classes['options']} aria-label={props.label}>
            {choices.map((item) => (
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
