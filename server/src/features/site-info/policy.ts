import { installationTexts } from '@careloop/contracts/administration/installation';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** Who sees an alert. */
interface AlertAudience {
  isForAllClients: boolean;
  clientIds: readonly number[];
}

/** The alert as it is, with the clients that see it now: none if it is off. */
export interface StoredAlert {
  shownTo: AlertAudience | null;
}

const isForOwn = (actor: Actor, { isForAllClients, clientIds }: AlertAudience) =>
  !isForAllClients && clientIds.every((clientId) => actor.clientIds.includes(clientId));

/** There is one alert: saving one for the administrator's own clients must not remove one that others see. */
export const alertPolicy: Policy<StoredAlert, 'save' | 'showToAll'> = {
  save: (actor, { shownTo }) =>
    actor.permissions.has('ManageInstallation') ||
    shownTo === null ||
    isForOwn(actor, shownTo) ||
    installationTexts.alertForOthers,
  showToAll: (actor) => actor.permissions.has('ManageInstallation') || installationTexts.alertForAll,
};

/** An alert to save: the stored one, and who will see the new one. */
export interface AlertToSave extends StoredAlert {
  wanted: AlertAudience;
}

export const savingAlerts: Policy<AlertToSave, 'save'> = {
  save: (actor, row) => {
    const stored = alertPolicy.save(actor, row);
    if (stored !== true) return stored;
    return isForOwn(actor, row.wanted) || alertPolicy.showToAll(actor, row);
  },
};
