import { referralReasonTemplateForm } from '@careloop/contracts/administration/referralReasonTemplates';
import { z } from 'zod';

import { readContent } from './content.ts';
import { clientIds, clientKey } from './organization.ts';
import type { Rows } from './rows.ts';

const content = readContent(
  'referralReasons',
  z.strictObject({ templates: z.array(z.strictObject({ client: clientKey, ...referralReasonTemplateForm.shape })) }),
);

/** The texts that clients offer for the reason of a referral. */
export function addReferralReasons(rows: Rows): void {
  for (const { client, ...template } of content.templates)
    rows.add('referral_reason_template', { client_id: clientIds[client], ...template });
}
