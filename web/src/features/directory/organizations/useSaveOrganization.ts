import {
  organizationTexts,
  saveOrganization,
  saveOrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';
import type { LeaveWords } from '../../../ui/unsaved.ts';

export const unsavedOrganization: LeaveWords = {
  title: 'Unsaved changes',
  message: organizationTexts.unsaved,
  tone: 'danger',
};

/** Saves an organization; the form shows errors. */
export function useSaveOrganization() {
  return useCall(saveOrganization, {
    onError: 'form',
    onSuccess: () => toast.success(organizationTexts.saved),
  });
}

/** Saves an address of an organization; the form shows errors. */
export function useSaveOrganizationAddress(done: string = addressDialogTexts.saved) {
  return useCall(saveOrganizationAddress, {
    onError: 'form',
    onSuccess: () => toast.success(done),
  });
}
