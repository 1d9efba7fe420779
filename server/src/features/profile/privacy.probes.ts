import { cancelAddress, getUserProfile, resendAddressCode } from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { decideEnrollment, requestEnrollment } from '@careloop/contracts/profile/enrollment';
import { addProxyUser, removeProxyUser, setProxyType, validateAddProxyUser } from '@careloop/contracts/profile/proxies';

import { keysOf, beside, changed, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, OpenToAll, Probe } from '../../../test/privacyProbes.ts';

const ofProfile = ofRows(
  'userId',
  (oracle) => oracle.rows.accounts,
  (oracle, userId, { id }) => oracle.actsFor(userId).has(id),
  'no_access',
);
const someProxy = { firstName: 'x', lastName: 'x', email: 'probed@example.org' };
const someDecision = { isApproved: true };

const ofProxied: Probe = { ...changed(ofProfile, { proxyUserId: 1 }), key: 'proxiedUserId' };
const ofSelf: Probe = { ...ofProxied, more: {}, may: (_oracle, userId) => new Set([userId]) };
const ofProxy: Probe = {
  key: 'proxyUserId',
  ids: (oracle) => oracle.rows.accounts.map(({ id }) => id),
  may: ({ rows }, userId) =>
    new Set(rows.proxies.filter((one) => one.proxiedUserId === userId).map((one) => one.proxyUserId)),
};
const ofOwnProvider = ofRows(
  'healthcareProviderId',
  (oracle) => oracle.rows.providers,
  (_oracle, userId, provider) => provider.userId === userId,
);
const savesProvider: Probe = {
  ...ofOwnProvider,
  inputOf: (_oracle, id) => ({ providerData: { healthcareProviderId: id } }),
  refusal: 'invalid_input providerData.healthcareProviderId',
};
/** Addresses of others, sent by users who have a record. */
const savesAddress: Probe = {
  ...ofRows(
    'healthcareProviderAddressInfoId',
    (oracle) => oracle.rows.providerAddresses,
    (oracle, userId, { providerId }) => ofOwnProvider.may(oracle, userId).has(providerId),
  ),
  inputOf: (oracle, id, userId) =>
    ofOwnProvider.may(oracle, userId).size === 0
      ? undefined
      : { providerData: { addresses: [{ healthcareProviderAddressInfoId: id, address: {} }] } },
  refusal: 'refused',
};

const besideSelf = (more: Record<string, unknown>) => beside(changed(ofSelf, more), ofProxy, 'wrong_state');

const eventTypes: OpenToAll = {
  name: 'notification types',
  because: 'Every user sets the channels for the same notification types.',
  reads: getUserProfile,
  inputOf: () => ({ requestTypes: ['Notifications'] }),
  partOf: (answer) => (answer['notificationsData'] as { settings: object[] }).settings,
  shows: keysOf('eventTypeId eventTypeName filters urgencyDays notifyByDirectMessage notifyBySMS notifyByEmail'),
};

export const probes: FeatureProbes = {
  closes: [
    [getUserProfile, ofProfile],
    [saveUserProfile, ofProfile],
    [saveUserProfile, savesProvider],
    [saveUserProfile, savesAddress],
    [cancelAddress, changed(ofProfile, { kind: 'email' })],
    [resendAddressCode, changed(ofProfile, { kind: 'email' })],
    [addProxyUser, changed(ofProfile, someProxy)],
    [validateAddProxyUser, changed(ofProfile, someProxy)],
    [removeProxyUser, ofProxied],
    [setProxyType, changed(ofProxied, { type: 1 })],
    [requestEnrollment, ofProxied],
    [decideEnrollment, changed(ofProxied, someDecision)],
    [removeProxyUser, besideSelf({})],
    [setProxyType, besideSelf({ type: 1 })],
    [requestEnrollment, besideSelf({})],
    [decideEnrollment, besideSelf(someDecision)],
  ],
  takesOpen: [[eventTypes, [[saveUserProfile, 'eventTypeId']]]],
};
