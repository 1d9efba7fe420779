import { createStore } from '../../../lib/store.ts';

/** A provider shown in a dialog: the editor if the user may edit, else read-only. */
export interface OpenProvider {
  healthcareProviderId: number;
}

/** The provider whose dialog is open, if any. */
export const openedProvider = createStore<OpenProvider | undefined>(undefined);

/** Opens "Edit Info", or "View Info" if the user may not edit, over the current screen. */
export function openProviderEditor(healthcareProviderId: number): void {
  openedProvider.set({ healthcareProviderId });
}

/** The patient for whom "Add/Find Provider" is open; undefined while it is closed. */
export const findingProvider = createStore<{ patientId: number | undefined } | undefined>(undefined);

/** Opens "Add/Find Provider" over a search that did not find the provider. */
export function openFindProvider(patientId: number | undefined): void {
  findingProvider.set({ patientId });
}
