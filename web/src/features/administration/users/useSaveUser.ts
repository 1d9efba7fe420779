import { saveManagedUser, userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Saves a user; the form shows errors. */
export function useSaveUser() {
  return useCall(saveManagedUser, {
    onError: 'form',
    onSuccess: () => toast.success(texts.saved),
  });
}
