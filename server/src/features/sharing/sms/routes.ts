import {
  arePhoneNumbersOptedOut,
  isPhoneNumberOptedOut,
  listTextMessages,
  receiveTextReply,
  receiveTextStatus,
  sendTextMessage,
} from '@careloop/contracts/sharing/sms';
import type { FastifyRequest } from 'fastify';

import { allowances, authorize } from '../../../core/access/authorize.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { App } from '../../../core/app.ts';
import { formRoute } from '../../../platform/http/formRoute.ts';
import type { PostedForm } from '../../../platform/http/formRoute.ts';
import { route } from '../../../platform/http/route.ts';
import { hasService } from '../../../core/integrations/senders.ts';
import { findOptOuts } from '../../../core/integrations/text-messages/optOut.ts';
import { isSignedByTwilio } from '../../../core/integrations/text-messages/twilio.ts';
import { seenPolicy } from '../policy.ts';
import { findTextedPatient, findTextMessages } from './queries/textMessages.ts';
import { receiveReply } from './receiveReply.ts';
import { receiveStatus } from './receiveStatus.ts';
import { textPolicy } from './textPolicy.ts';
import { writeText } from './writeText.ts';

/** Text messages and replies per page. */
const pageSize = 25;

export function textRoutes(app: App): void {
  const { config, senders } = app.deps;

  route(app, sendTextMessage, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findTextedPatient(db, actor, input.patientId);
    const authorized = authorize(actor, textPolicy, 'send', patient);
    const written = await writeText(db, actor, authorized, config.smsSenderNumber, input);
    return { ...written, hasService: hasService(senders, 'sms') };
  });

  route(app, listTextMessages, async ({ input: { patientId, cursor }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    const patient = await findTextedPatient(db, actor, patientId);
    const failed = { ...patient, status: 'failed' } as const;
    return {
      ...(await findTextMessages(db, patientId, cursor, pageSize)),
      can: { ...allowances(actor, textPolicy, patient), ...allowances(actor, seenPolicy, failed) },
    };
  });

  route(app, isPhoneNumberOptedOut, async ({ input: { phoneNumber }, db }) => {
    const found = (await findOptOuts(db, [phoneNumber])).get(phoneNumber);
    return { isOptedOut: found?.isOptedOut === true, dateOptedOut: found?.dateOptedOut?.toISOString() ?? null };
  });

  route(app, arePhoneNumbersOptedOut, async ({ input: { phoneNumbers }, db }) => {
    const found = await findOptOuts(db, phoneNumbers);
    const isOptedOut = (phoneNumber: string) => found.get(phoneNumber)?.isOptedOut === true;
    return {
      optOutInfo: phoneNumbers.map((phoneNumber) => ({ phoneNumber, isOptedOut: isOptedOut(phoneNumber) })),
    };
  });

  twilioRoutes(app);
}

/** Empty TwiML response: no text is sent back. */
const noAnswer = { contentType: 'text/xml', text: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' };

function twilioRoutes(app: App): void {
  const { config, db } = app.deps;

  /** Twilio signs the public URL it was configured with. */
  const isGenuine = (form: PostedForm, request: FastifyRequest): boolean => {
    const signature = request.headers['x-twilio-signature'];
    if (config.twilio === undefined || config.publicUrl === undefined || typeof signature !== 'string') return false;
    const address = config.publicUrl.replace(/\/+$/, '') + request.url;
    return isSignedByTwilio(config.twilio.authToken, address, form, signature);
  };

  formRoute(app, receiveTextReply, isGenuine, async ({ input, request }) => {
    // Other numbers of the same account are not used by the product.
    if (input.To === config.smsSenderNumber) await inTransaction(db, (own) => receiveReply(own, input, request.ip));
    return noAnswer;
  });

  formRoute(app, receiveTextStatus, isGenuine, async ({ input }) => {
    await receiveStatus(db, input);
    return noAnswer;
  });
}
