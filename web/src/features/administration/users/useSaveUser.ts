import { saveManagedUser, userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import { useCall, type RefusalOptions } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Saves a user. */
export function useSaveUser(refusal: RefusalOptions) {
  return useCall(saveManagedUser, {
    ...refusal,
    onSuccess: () => toast.success(texts.saved),
  });
}
