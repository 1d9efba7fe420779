import { toast } from '../ui/toasts.tsx';
import { toApiError, type ApiError } from './errors.ts';

/** What is shown above a form: a message, and the error code for support if the server failed. */
export interface FormLevelError {
  type: string;
  message: string;
  types?: { errorCode: string };
}

/** An error of the whole form, `root.server`. */
export function formLevelError(error: ApiError, message = error.message): FormLevelError {
  const { code, supportCode } = error;
  return { type: code, message, ...(supportCode !== undefined && { types: { errorCode: supportCode } }) };
}

/** A form of any values, which can show why the server refused them. */
export interface RefusableForm {
  getValues(): object;
  setError(name: string, error: FormLevelError, options?: { shouldFocus: boolean }): void;
}

/** Error keys that concern the whole form. */
const generalNames = new Set(['', 'general']);

/** Server errors sorted for a form: those of its fields, and the messages of everything else. */
export function sortErrors(
  errors: Readonly<Record<string, string>>,
  fieldNames: ReadonlySet<string>,
): { fields: [string, string][]; general: string[]; unknown: string[] } {
  const fields: [string, string][] = [];
  const general: string[] = [];
  const unknown: string[] = [];
  for (const [name, message] of Object.entries(errors)) {
    if (generalNames.has(name)) general.push(message);
    else if (fieldNames.has(name.split('.')[0] ?? name)) fields.push([name, message]);
    else unknown.push(message);
  }
  return { fields, general, unknown };
}

/** "The following errors occurred: ..." if there are several messages, else the single one. */
export function joinedErrors(messages: readonly string[]): string {
  return messages.length > 1 ? `The following errors occurred: ${messages.join(' ')}` : (messages[0] ?? '');
}

/**
 * Shows a failed submit where it belongs: field errors at their fields (the first one focused), a general one as the
 * form's callout (`root.server`), errors of fields the form does not have in one toast.
 * @param fieldOf the form's field for a name in the call, where they differ
 */
export function applyServerErrors(form: RefusableForm, thrown: unknown, fieldOf = (name: string) => name): void {
  const error = toApiError(thrown);
  if (error.isSilent) return;
  // Its validation error is a number for the page (docs/domain/patients.md).
  if (error.code === 'unauthorized_patient') {
    form.setError('root.server', formLevelError(error));
    return;
  }
  const errors = Object.entries(error.validationErrors).map(([name, message]): [string, string] => [
    fieldOf(name),
    message,
  ]);
  const sorted = sortErrors(Object.fromEntries(errors), new Set(Object.keys(form.getValues())));
  for (const [index, [name, message]] of sorted.fields.entries()) {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (sorted.unknown.length > 0) toast.error(joinedErrors(sorted.unknown));
  if (sorted.general.length > 0 || Object.keys(error.validationErrors).length === 0) {
    form.setError('root.server', formLevelError(error, sorted.general.join(' ') || error.message));
  }
}
