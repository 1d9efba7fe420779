import {
  organizationTexts,
  saveOrganization,
  saveOrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { useCall, type RefusalOptions } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';
import type { LeaveWords } from '../../../ui/unsaved.ts';

export const unsavedOrganization: LeaveWords = {
  title: 'Unsaved changes',
  message: organizationTexts.unsaved,
  tone: 'danger',
};

/** Saves an organization. */
export function useSaveOrganization(refusal: RefusalOptions) {
  return useCall(saveOrganization, {
    ...refusal,
    onSuccess: () => toast.success(organizationTexts.saved),
  });
}

/** Saves an address of an organization. */
export function useSaveOrganizationAddress(done: string, refusal: RefusalOptions) {
  return useCall(saveOrganizationAddress, {
    ...refusal,
    onSuccess: () => toast.success(done),
  });
}
