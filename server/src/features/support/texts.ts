import { impactLevelLabels } from '@careloop/contracts/codes';
import type { ImpactLevel } from '@careloop/contracts/codes';

import type { Config } from '../../config/config.ts';
import { accountBody } from '../../core/integrations/mailText.ts';
import type { MailText } from '../../core/integrations/mailText.ts';

interface Portal {
  config: Pick<Config, 'productName' | 'supportEmail'>;
  portalUrl: string;
}

export interface MailedRequest {
  support_request_id: number;
  name: string;
  email: string;
  summary: string;
  error_codes: string | null;
  description: string | null;
  impact: string;
  client_name: string;
  username: string;
  is_own_address: boolean;
}

interface Message extends MailText {
  recipientAddress: string;
}

/** The subject contains no user input, because subjects are shown where messages are not. */
export function supportText(request: MailedRequest, { config, portalUrl }: Portal): Message {
  const impact = impactLevelLabels[request.impact as ImpactLevel];
  const id = request.support_request_id;
  return {
    recipientAddress: config.supportEmail,
    subject: `${config.productName} support request ${id} (${impact.toLowerCase()} impact)`,
    body: [
      `Support request ${id}`,
      '',
      `From: ${request.name} <${request.email}>, signed in as ${request.username}`,
      ...(request.is_own_address ? [] : ['This is not the address of their account. No confirmation was sent to it.']),
      `Client: ${request.client_name}`,
      `Impact level: ${impact}`,
      `Error code(s): ${request.error_codes ?? 'none given'}`,
      '',
      'Summary:',
      request.summary,
      '',
      'Description:',
      request.description ?? 'none given',
      '',
      `Open it: ${portalUrl}/provider/Site/SupportRequests?supportRequestId=${id}`,
    ].join('\n'),
  };
}

/** Sent to the address of the account. Mail is less protected than the product, so it does not repeat the user's text. */
export function requesterText(request: MailedRequest, { config }: Portal): Message {
  return {
    recipientAddress: request.email,
    subject: `${config.productName} support request ${request.support_request_id} received`,
    body: accountBody(request.name, [
      `Your request has been submitted. Its number is ${request.support_request_id}.\nWe will keep you posted with any updates to this request at this address.`,
      `To keep patients' information private, this message does not repeat what you wrote.`,
    ]),
  };
}

/** Sent to the address of the account. Like the first mail, it repeats nothing that was written about the request. */
export function resolvedText(request: MailedRequest, { config }: Portal): Message {
  return {
    recipientAddress: request.email,
    subject: `${config.productName} support request ${request.support_request_id} resolved`,
    body: accountBody(request.name, [
      `Your support request ${request.support_request_id} has been resolved.\nIf the problem is still there, submit a new request and mention this number.`,
    ]),
  };
}
