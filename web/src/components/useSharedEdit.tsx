import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  get,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import type { ApiError } from '../api/errors.ts';
import { applyServerErrors } from '../api/formErrors.ts';
import { Callout } from '../ui/Callout.tsx';
import { isOwnChange, whoChanged, type LastChange } from './lastChange.ts';

interface Shared<Values, Version> {
  values: Values;
  version: Version;
}

/** Characters; longer values, such as whole documents, would hide the notice itself. */
const shownAtMost = 200;
const isShown = (value: unknown): value is string => typeof value === 'string' && value.length <= shownAtMost;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Names of the values that are edited apart from each other: those of the fields, and of the parts of an object. */
function pathsOf(values: FieldValues): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    isParts(value) ? Object.keys(value).map((part) => `${name}.${part}`) : [name],
  );
}

const isParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A list of choices, such as permissions, whose order has no meaning. */
const areChoices = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');

/** The saved choices, with those added and without those removed here. */
function mergeChoices<Choice>(base: readonly Choice[], mine: readonly Choice[], saved: readonly Choice[]): Choice[] {
  const added = mine.filter((one) => !base.includes(one) && !saved.includes(one));
  return [...saved.filter((one) => mine.includes(one) || !base.includes(one)), ...added];
}

interface Conflict {
  /** Undefined if it is not known. */
  change: LastChange | undefined;
  fields: string[];
  /** The saved values of fields that were edited here as well. */
  others: { field: string; value: string }[];
  /** Fields edited here as well whose values are too long to show, such as lists of questions. */
  replaced: string[];
}

/**
 * Lets two people edit the same record: the one who saves second gets the other's changes, keeps their own edits, and saves
 * again. Choices in a list are merged.
 * @param opened the record as last fetched; its values are those the form opened with
 * @param read fetches the record again
 * @param labels labels of the fields on the screen; `field.part` of a part of an object
 */
export function useSharedEdit<Values extends FieldValues, Parsed, Version extends number | undefined>(
  form: UseFormReturn<Values, unknown, Parsed>,
  opened: Shared<Values, Version>,
  read: () => Promise<Shared<Values, Version>>,
  labels: Readonly<Record<keyof Values & string, string>>,
): { version: Version; onStale: (error: ApiError) => Promise<void>; notice: ReactNode } {
  const labelOf = (field: string) => {
    const known = labels as Readonly<Record<string, string>>;
    return known[field] ?? known[field.split('.')[0] ?? ''] ?? field;
  };
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict>();
  // Reading it subscribes the form to edited fields; only those are kept.
  const { dirtyFields } = form.formState;
  const isEdited = Object.keys(dirtyFields).length > 0;
  // A newer record, such as after another action on it, replaces a form without edits.
  if (!isEdited && (opened.version ?? 0) > (base.version ?? 0)) setBase(opened);
  const shown = useRef(base);
  useEffect(() => {
    if (shown.current === base) return;
    shown.current = base;
    form.reset(base.values as DefaultValues<Values> as Values, { keepDirtyValues: true });
  }, [base, form]);

  const onStale = async (error: ApiError) => {
    let now: Shared<Values, Version>;
    try {
      now = await read();
    } catch (failure) {
      return applyServerErrors(form, failure);
    }
    const paths = new Set([...pathsOf(base.values), ...pathsOf(now.values)]);
    const changed = [...paths].filter((path) => !isSame(get(now.values, path), get(base.values, path)));
    const others: Conflict['others'] = [];
    const replaced: string[] = [];
    for (const field of changed.filter((path) => get(dirtyFields, path) !== undefined)) {
      const [before, mine, value]: unknown[] = [base.values, form.getValues(), now.values].map((all) =>
        get(all, field),
      );
      if (isShown(value)) others.push({ field, value });
      else if (areChoices(before) && areChoices(mine) && areChoices(value)) {
        form.setValue(field as Path<Values>, mergeChoices(before, mine, value) as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
      } else replaced.push(field);
    }
    setBase(now);
    setConflict({ change: error.current, fields: changed, others, replaced });
  };

  return {
    version: base.version,
    onStale,
    notice: conflict && <ConflictNotice {...conflict} labelOf={labelOf} keeps={isEdited} />,
  };
}

interface ConflictNoticeProps extends Conflict {
  labelOf: (field: string) => string;
  keeps: boolean;
}

/** The conflict in words. A change without a user was made by an import, or is not recorded by user. */
function titleOf(change: LastChange | undefined): string {
  if (change === undefined || change.changedBy === null) return 'Changes were saved while you were editing';
  return isOwnChange(change)
    ? 'You saved changes in another window'
    : `${whoChanged(change)} saved changes while you were editing`;
}

function ConflictNotice({ change, fields, others, replaced, labelOf, keeps }: ConflictNoticeProps): ReactNode {
  const labels = [...new Set(fields.map(labelOf))];
  const saved = others.map(({ field, value }) => `${labelOf(field)} ${value === '' ? '(empty)' : value}`);
  return (
    <Callout tone="warning" role="alert" title={titleOf(change)}>
      {labels.length > 0 && `Changed: ${labels.join(', ')}. `}
      {saved.length > 0 && `You changed these fields here, too; now saved: ${saved.join(', ')}. `}
      {replaced.length > 0 &&
        `You changed ${[...new Set(replaced.map(labelOf))].join(', ')} here, too; saving replaces what is saved there. `}
      {keeps
        ? 'Your changes are kept; all other fields show what is saved now. Check the form and save again.'
        : 'The form shows what is saved now.'}
    </Callout>
  );
}
