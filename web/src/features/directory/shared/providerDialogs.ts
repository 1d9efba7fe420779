import { createStore } from '../../../lib/store.ts';

/** A provider shown in a dialog: in the editor for whoever may edit, else to be read. */
export interface OpenProvider {
  healthcareProviderId: number;
}

/** The provider whose dialog is open; undefined while there is none. */
export const openedProvider = createStore<OpenProvider | undefined>(undefined);

/** Opens "Edit Info", or "View Info" for whoever may not edit, over whatever is on the screen. */
export function openProviderEditor(healthcareProviderId: number): void {
  openedProvider.set({ healthcareProviderId });
}

/** For whom "Add/Find Provider" is open; undefined while it is closed. */
export const findingProvider = createStore<{ patientId: number | undefined } | undefined>(undefined);

/** Opens "Add/Find Provider" over a search that does not have the provider. */
export function openFindProvider(patientId: number | undefined): void {
  findingProvider.set({ patientId });
}
