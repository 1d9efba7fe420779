import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../api/errors.ts';
import { joinedErrors } from '../api/formErrors.ts';

interface WizardPlaces<Values extends FieldValues> {
  /** Field of the wizard for each field of the call. */
  places: Readonly<Record<string, FieldPath<Values>>>;
  /** The part of the values that each step shows. */
  parts: readonly (keyof Values & string)[];
}

/** A server error at its field of the wizard. */
interface PlacedError<Values extends FieldValues> {
  path: FieldPath<Values>;
  /** Index of the step that shows the field. */
  step: number;
  message: string;
}

/** Field of the call, of an error such as `patientCharts.0`. */
const fieldOf = (name: string) => name.split('.')[0] ?? name;

/** The wizard's field of an error: that of its whole name, of its name without the last part, or of the call's field. */
function pathOf<Values extends FieldValues>(
  name: string,
  places: WizardPlaces<Values>['places'],
): FieldPath<Values> | undefined {
  const [, group = '', last = ''] = /^(.*)\.([^.]*)$/.exec(name) ?? [];
  const ofGroup = group.includes('.') ? places[group] : undefined;
  return ofGroup === undefined ? places[fieldOf(name)] : (`${ofGroup}.${last}` as FieldPath<Values>);
}

/** Server errors sorted by step, and the messages of those that belong to none. */
export function placeErrors<Values extends FieldValues>(
  errors: Readonly<Record<string, string>>,
  { places, parts }: WizardPlaces<Values>,
): { placed: PlacedError<Values>[]; others: string[] } {
  const placed: PlacedError<Values>[] = [];
  const others: string[] = [];
  for (const [name, message] of Object.entries(errors)) {
    const path = pathOf(name, places);
    if (path === undefined) others.push(message);
    else placed.push({ path, step: parts.findIndex((part) => path.startsWith(`${part}.`)), message });
  }
  return { placed: placed.toSorted((one, other) => one.step - other.step), others };
}

/** Why nothing was sent, apart from the fields. */
export interface WizardFailure {
  message: string;
  errorCode?: string | undefined;
}

interface WizardErrorsOptions<Values extends FieldValues> extends WizardPlaces<Values> {
  /** What else to do when a field of the call is refused, by its name. */
  onRefused: Readonly<Record<string, () => void>>;
}

/** Shows the errors of sending a request to a provider: each at its field of the wizard, the others above the steps. */
export function useWizardErrors<Values extends FieldValues, Result>(
  form: UseFormReturn<Values, unknown, Result>,
  { onRefused, ...places }: WizardErrorsOptions<Values>,
) {
  const [failure, setFailure] = useState<WizardFailure | null>(null);
  /** Returns the step with the first error, or false to stay. */
  const show = (error: ApiError): number | false => {
    const { placed, others } = placeErrors(error.validationErrors, places);
    for (const name of new Set(Object.keys(error.validationErrors).map(fieldOf))) onRefused[name]?.();
    for (const { path, message } of placed) form.setError(path, { type: 'server', message });
    if (others.length > 0) setFailure({ message: joinedErrors(others) });
    else if (placed.length === 0 && !error.isSilent)
      setFailure({ message: error.message, errorCode: error.supportCode });
    return placed[0]?.step ?? false;
  };
  return { failure, show, clear: () => setFailure(null) };
}
