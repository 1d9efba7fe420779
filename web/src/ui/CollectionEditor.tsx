import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import classes from './CollectionEditor.module.css';
import { confirm, type Question } from './confirm.tsx';

/** Question asked before an item is deleted, and text of an empty list. */
const collectionTexts = {
  confirmDelete: 'Are you sure you want to delete this item?',
  empty: 'No items found',
} as const;

export interface CollectionEditorProps<Item> {
  /** What is edited, capitalized: "Tags". */
  label: string;
  /** Defaults to "Add". */
  addLabel?: string;
  items: readonly Item[];
  itemKey: (item: Item) => string | number;
  /** What screen readers call an item: "Edit LABEL". */
  itemLabel: (item: Item) => string;
  /** Content of an item; defaults to its label. */
  renderItem?: (item: Item) => ReactNode;
  /** Form for a new item (null) or an existing one, in its own dialog. It saves, then calls `close`. */
  renderForm: (item: Item | null, close: () => void) => ReactNode;
  onDelete: (item: Item) => unknown;
  /** Moves an item before the one above it; without it, the order is not the user's. */
  onMoveUp?: (item: Item) => void;
  /** Whether deleting asks for confirmation; defaults to true. */
  isDeleteConfirmed?: boolean;
  /** Replaces the default question asked before an item is deleted. */
  deleteQuestion?: (item: Item) => Question;
  /** Replaces the default text of an empty list. */
  empty?: ReactNode;
  disabled?: boolean;
}

/** A list whose items are added, changed and deleted. */
export function CollectionEditor<Item>(props: CollectionEditorProps<Item>): ReactNode {
  const { label, items, itemKey, itemLabel, renderForm, onDelete, onMoveUp, disabled = false } = props;
  const [edited, setEdited] = useState<{ item: Item | null } | null>(null);
  const frame = useRef<HTMLElement>(null);
  const remove = async (item: Item) => {
    const question = props.deleteQuestion?.(item) ?? { title: collectionTexts.confirmDelete, tone: 'danger' as const };
    if (props.isDeleteConfirmed !== false && !(await confirm(question))) return;
    await onDelete(item);
    // The pressed button disappears with its item.
    frame.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <section aria-label={label} ref={frame} className={classes['frame']}>
      <div className={classes['head']}>
        <h3 className={classes['title']}>
          {label} <span className={classes['count']}>{items.length}</span>
        </h3>
        <Button
          data-add
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={disabled}
          onClick={() => setEdited({ item: null })}
        >
          {props.addLabel ?? 'Add'}
        </Button>
      </div>
      {items.length === 0 && (props.empty ?? <p className={classes['empty']}>{collectionTexts.empty}</p>)}
      {items.length > 0 && (
        <ul className={classes['items']} aria-label={label}>
          {items.map((item, index) => (
            <li key={itemKey(item)} className={classes['item']}>
              <div className={classes['words']}>{props.renderItem?.(item) ?? itemLabel(item)}</div>
              {onMoveUp !== undefined && index > 0 && (
                <ActionIcon
                  aria-label={`Move ${itemLabel(item)} up`}
                  disabled={disabled}
                  onClick={() => onMoveUp(item)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                aria-label={`Edit ${itemLabel(item)}`}
                disabled={disabled}
                onClick={() => setEdited({ item })}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Delete ${itemLabel(item)}`}
                disabled={disabled}
                onClick={() => void remove(item)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {edited !== null && renderForm(edited.item, () => setEdited(null))}
    </section>
  );
}
