import { faxCharts, listSentDeliveries } from '@careloop/contracts/sharing/documentExport';
import { listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';

import { changed, ofPatient } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const someFax = { toName: 'x', fromName: 'x', fromOrganization: 'x', charts: [{ associationType: 1, patientId: 1 }] };

/** A text message that breaks no rule. */
const someText = {
  recipientName: 'x',
  phoneNumber: '6175550123',
  messageText: 'x',
  messageContainsNoPhi: true,
  hasConsentedToSms: true,
};

export const sharingProbes: FeatureProbes = {
  opens: [
    [listSentDeliveries, ofPatient],
    [listTextMessages, ofPatient],
  ],
  closes: [
    [sendTextMessage, changed(ofPatient, someText)],
    [faxCharts, changed(ofPatient, { ...someFax, toFaxNumber: '6175550123' })],
  ],
};
