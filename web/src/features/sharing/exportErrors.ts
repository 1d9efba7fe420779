import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '../../api/errors.ts';
import { formLevelError } from '../../api/formErrors.ts';

/**
 * Shows the server's errors at the fields of a dialog, and above them what failed, with the reason if no field says it.
 * @param failed "Error faxing document."
 */
export function showExportErrors<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: ApiError,
  failed: string,
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
  form.setError('root.server', formLevelError(error, isShown ? failed : `${failed} ${error.message}`));
}
