import { getEmrStatus, pullPatient, pushDocuments } from '@careloop/contracts/sharing/emr';
import {
  emailCharts,
  faxCharts,
  listSentDeliveries,
  markDeliverySeen,
  openSentPacket,
  sendAgain,
} from '@careloop/contracts/sharing/documentExport';
import { listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';

import { changed, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const someFax = { toName: 'x', fromName: 'x', fromOrganization: 'x', charts: [{ associationType: 1, patientId: 1 }] };

/** A valid text message. */
const someText = {
  recipientName: 'x',
  phoneNumber: '6175550123',
  messageText: 'x',
  messageContainsNoPhi: true,
  hasConsentedToSms: true,
};

const ofDelivery = ofRows(
  'deliveryId',
  (oracle) => oracle.rows.deliveries,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);

export const sharingProbes: FeatureProbes = {
  opens: [
    [getEmrStatus, ofPatient],
    [listSentDeliveries, ofPatient],
    [listTextMessages, ofPatient],
  ],
  closes: [
    [emailCharts, changed(ofPatient, { ...someFax, toDirectEmailAddress: 'x@direct.example.org' })],
    [openSentPacket, ofDelivery],
    [sendAgain, ofDelivery],
    [markDeliverySeen, ofDelivery],
    [pullPatient, ofPatient],
    [pushDocuments, changed(ofPatient, { charts: someFax.charts })],
    [sendTextMessage, changed(ofPatient, someText)],
    [faxCharts, changed(ofPatient, { ...someFax, toFaxNumber: '6175550123' })],
  ],
};
