import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../../api/errors.ts';
import { formLevelError } from '../../api/formErrors.ts';

/** Shows the server's errors at the fields of a dialog, and all others above them. */
export function showExportErrors<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: ApiError,
  names: Record<string, Path<Values>>,
): void {
  const all: Record<string, string> = {
    charts: 'selectedCharts',
    fromName: 'fromFullName',
    fromOrganization: 'fromOrganizationName',
    subject: 'subject',
    comments: 'comments',
    ...names,
  };
  let isShown = false;
  for (const [name, message] of Object.entries(error.validationErrors)) {
    const field = all[name.split('.')[0] ?? ''];
    if (field === undefined) continue;
    form.setError(field as Path<Values>, { type: 'server', message });
    isShown = true;
  }
  if (!isShown) form.setError('root.server', formLevelError(error));
}
