import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface AsyncSelectProps<Item> {
  label: ReactNode;
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Finds items; aborted when the term changes. */
  search: (term: string, signal: AbortSignal) => Promise<readonly Item[]>;
  itemKey: (item: Item) => string | number;
  /** What the closed select shows. */
  itemLabel: (item: Item) => string;
  /** How a choice looks in the list; its label when left out. */
  renderItem?: (item: Item) => ReactNode;
  /** Characters before searching: 3 when left out; 0 searches on opening. */
  minimum?: number;
  /** Milliseconds: 350 when left out (specification 1, section 5). */
  debounce?: number;
  placeholder?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  clearable?: boolean;
}

/** A select whose choices are searched on the server. */
export function AsyncSelect<Item>(props: AsyncSelectProps<Item>): ReactNode {
  const { value, onChange, search, itemKey, itemLabel, minimum = 3, debounce = 350 } = props;
  const combobox = useCombobox();
  const [term, setTerm] = useState('');
  const [items, setItems] = useState<readonly Item[]>([]);
  const [isLoading, setLoading] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      controller.current?.abort();
    },
    [],
  );

  const find = async (wanted: string) => {
    controller.current?.abort();
    const aborter = new AbortController();
    controller.current = aborter;
    setLoading(true);
    try {
      const found = await search(wanted, aborter.signal);
      if (!aborter.signal.aborted) setItems(found);
    } catch {
      if (!aborter.signal.aborted) setItems([]);
    } finally {
      if (!aborter.signal.aborted) setLoading(false);
    }
  };
  const type = (next: string) => {
    setTerm(next);
    combobox.openDropdown();
    clearTimeout(timer.current);
    if (next.trim().length >= minimum) timer.current = setTimeout(() => void find(next.trim()), debounce);
    else setItems([]);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const item = items.find((one) => String(itemKey(one)) === key);
        if (item !== undefined) onChange(item);
        setTerm('');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          label={props.label}
          description={props.description}
          error={props.error}
          required={props.required}
          disabled={props.disabled}
          placeholder={props.placeholder ?? 'Start typing to see results'}
          value={combobox.dropdownOpened ? term : value === null ? '' : itemLabel(value)}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={isLoading ? <Loader size={16} /> : <Combobox.Chevron />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          {items.map((item) => (
            <Combobox.Option key={itemKey(item)} value={String(itemKey(item))}>
              {props.renderItem?.(item) ?? itemLabel(item)}
            </Combobox.Option>
          ))}
          {items.length === 0 && <Combobox.Empty>No options found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
