import type { ReactNode } from 'react';
import {
  useController,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
  type UseFormReturn,
} from 'react-hook-form';

/** Props of an input that a form's field gives it. Every input of `ui/` takes them. */
export interface InputOfField<Name extends string, Value, Label = string> {
  name: Name;
  label: Label;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  /** Focused if the field has the first error. */
  ref: RefCallBack;
  error: string | undefined;
  description?: ReactNode;
  withAsterisk?: boolean;
}

interface CommonProps<Values extends FieldValues, Parsed, Name, Label> {
  form: UseFormReturn<Values, unknown, Parsed>;
  name: Name;
  /** Required unless the input labels its own parts, such as the fields of an address. */
  label?: Label;
  /** Whether the label is marked as required; the form's schema decides whether it is. */
  required?: boolean;
  description?: ReactNode;
  /** Fields whose rules compare them with this one: they are checked together with it, once they have a value. */
  comparedIn?: readonly FieldPath<Values>[];
}

/** The input as it is, `input={DateInput}`, or with props of its own, `{(field) => <DateInput {...field} maxDate="..." />}`. */
type InputProps<Field> =
  | { input: (field: Field) => ReactNode; children?: undefined }
  | { input?: undefined; children: (field: Field) => ReactNode };

export type FieldProps<Values extends FieldValues, Parsed, Name extends FieldPath<Values>, Label> = CommonProps<
  Values,
  Parsed,
  Name,
  Label
> &
  InputProps<InputOfField<Name, FieldPathValue<Values, Name>, Label>>;

/** Whether something was entered: an empty field that the user has not reached must not get an error. */
function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : (value ?? '') !== '';
}

/** A field of a form: connects an input to its value, and gives it label, required mark, description and error. */
export function Field<
  Values extends FieldValues,
  Parsed,
  Name extends FieldPath<Values>,
  Label extends string | undefined = undefined,
>(props: FieldProps<Values, Parsed, Name, Label>): ReactNode {
  const { form, name, label, required = false, description, comparedIn = [], input: Input, children } = props;
  const deps = comparedIn.filter((other) => isFilled(form.getValues(other)));
  const { field, fieldState } = useController({ control: form.control, name, rules: { deps } });
  const { error } = fieldState;
  const given = {
    name,
    label: label as Label,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    ref: field.ref,
    // The error of a value with several parts, such as date and time, is at its root.
    error: error?.message ?? error?.root?.message,
    // Left out rather than undefined, so that inputs without them do not pass them on.
    ...(description !== undefined && { description }),
    ...(required && { withAsterisk: true }),
  };
  return Input === undefined ? children(given) : <Input {...given} />;
}
