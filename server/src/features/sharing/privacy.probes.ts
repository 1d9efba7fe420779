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
import { assignReply, dismissReply, listUnassignedReplies } from '@careloop/contracts/sharing/unassignedReplies';

import { beside, changed, ofCare, ofClients, ofPatient, ofRows, pickedBeside } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe } from '../../../test/privacyProbes.ts';

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

/** Patients of the client that is connected to an EMR. */
const ofConnected: Probe = {
  ...ofCare,
  may: (oracle, userId) => {
    const mine = oracle.careOf(userId);
    const connected = oracle.patients.filter((one) => one.clientId === oracle.firstClientId && mine.has(one.patientId));
    return new Set(connected.map(({ patientId }) => patientId));
  },
};
const ofReply = ofClients('smsReplyId', (oracle) => oracle.rows.textReplies);

export const probes: FeatureProbes = {
  opens: [
    [getEmrStatus, ofPatient],
    [listSentDeliveries, ofPatient],
    [listTextMessages, ofPatient],
    [listUnassignedReplies, { ...ofClients('clientId', (oracle) => oracle.rows.clients), refusal: 'forbidden' }],
  ],
  closes: [
    [emailCharts, changed(ofPatient, { ...someFax, toDirectEmailAddress: 'x@direct.example.org' })],
    [openSentPacket, ofDelivery],
    [sendAgain, changed(ofDelivery, { attemptCount: 1 })],
    [markDeliverySeen, ofDelivery],
    [pullPatient, ofPatient],
    [pushDocuments, changed(ofPatient, { charts: someFax.charts })],
    [sendTextMessage, changed(ofPatient, someText)],
    [faxCharts, changed(ofPatient, { ...someFax, toFaxNumber: '6175550123' })],
    ...pickedBeside(faxCharts, changed(ofCare, { ...someFax, toFaxNumber: '6175550123' }), 'charts'),
    ...pickedBeside(
      emailCharts,
      changed(ofCare, { ...someFax, toDirectEmailAddress: 'x@direct.example.org' }),
      'charts',
    ),
    ...pickedBeside(pushDocuments, ofConnected, 'charts'),
    [assignReply, changed(ofReply, { patientId: 1 })],
    [dismissReply, ofReply],
    [assignReply, beside(ofReply, ofPatient, 'invalid_input patientId')],
  ],
};
