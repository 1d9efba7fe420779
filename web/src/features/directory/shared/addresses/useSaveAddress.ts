import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { saveProviderAddress } from '@careloop/contracts/directory/changes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { ApiError } from '../../../../api/errors.ts';
import { useCall } from '../../../../api/query.ts';
import { toast } from '../../../../ui/toasts.tsx';

interface SaveOptions {
  isNew: boolean;
  /** Called if somebody else saved the address in the meantime. */
  onStale?: (error: ApiError) => Promise<void>;
}

/** Saves an address of a provider; resolves to whether it was saved. Errors are shown in a dialog. */
export function useSaveAddress({ isNew, onStale }: SaveOptions) {
  const save = useCall(saveProviderAddress, { onStale, asShown: joined });
  return async (input: CallOf<typeof saveProviderAddress>): Promise<boolean> => {
    if ((await save.submit(input)) === undefined) return false;
    toast.success(isNew ? addressDialogTexts.added : addressDialogTexts.saved);
    return true;
  };
}

/** The validation messages, joined by commas. */
function joined(error: ApiError): ApiError {
  const messages = [...new Set(Object.values(error.validationErrors))].filter(Boolean);
  if (messages.length === 0) return error;
  const { code, status, reference } = error;
  return new ApiError({ code, status, reference, message: messages.join(', ') });
}
