import {
  archiveReferralReasonTemplate,
  getReferralReasonTemplate,
  listReferralReasonTemplates,
  referralReasonTemplateForm,
  saveReferralReasonTemplate,
  type ReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import { referralLimits } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { NameField } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import classes from './Lookups.module.css';

type Values = z.input<typeof referralReasonTemplateForm>;

const labels = { name: 'Name', reason: 'Text' } as const;

/** The texts that a client offers for the reason of a referral. */
export const referralReasonKind = (
  clientId: number,
): LookupKind<ReferralReasonTemplate, Values, z.output<typeof referralReasonTemplateForm>> => ({
  one: 'referral reason',
  many: 'referral reasons',
  placeholder: 'Name',
  scope: { clientId },
  list: listReferralReasonTemplates,
  find: (input, signal) => call(listReferralReasonTemplates, { clientId, ...input }, { signal }),
  get: getReferralReasonTemplate,
  read: (id, signal) => call(getReferralReasonTemplate, { id }, { signal }),
  save: saveReferralReasonTemplate,
  archive: archiveReferralReasonTemplate,
  columns: [{ title: labels.reason, isSecondary: true, render: ({ reason }) => reason }],
  form: referralReasonTemplateForm,
  valuesOf: (entry) => ({ name: entry?.name ?? '', reason: entry?.reason ?? '' }),
  labels,
  fields: <TemplateFields />,
});

function TemplateFields(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <div className={classes['fields']}>
      <NameField />
      <Field
        form={form}
        name="reason"
        label={labels.reason}
        required
        description="Offered as a template where the reason of a referral is written."
      >
        {(field) => <TrimmedTextarea {...field} max={referralLimits.referralReason} />}
      </Field>
    </div>
  );
}
