import {
  editPermissions,
  getManagedUser,
  listManagedUsers,
  saveManagedUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Endpoints that a change of a user makes stale. */
export const userReads = [listManagedUsers, getManagedUser, editPermissions];

/** Saves a user; the form shows errors. */
export function useSaveUser() {
  return useCall(saveManagedUser, {
    invalidates: userReads,
    onError: 'form',
    onSuccess: () => toast.success(texts.saved),
  });
}
