import { managedClientTexts as texts } from '@careloop/contracts/administration/clients';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { useCall, type RefusalOptions } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Saves a form of this screen; the form shows errors. */
export function useSaving<E extends Endpoint>(endpoint: E, refusal: RefusalOptions) {
  return useCall(endpoint, { ...refusal, onSuccess: () => toast.success(texts.saved) });
}
