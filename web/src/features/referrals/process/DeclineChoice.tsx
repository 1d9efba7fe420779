import { declineReason, declineReasonLabels, type DeclineReason } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import { suggestColleagues, type Colleague } from '@careloop/contracts/referrals/deciding';
import { referralLimits, type Referral } from '@careloop/contracts/referrals';
import { Group, Radio, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Field } from '../../../ui/Field.tsx';
import { CodeRadioGroup } from '../../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import classes from '../../../components/InPlaceForm.module.css';
import type { ProcessValues } from './processForm.ts';

const reasons = Object.keys(declineReasonLabels) as DeclineReason[];

/** The reasons as choices, a comment, and a colleague who could be asked instead. */
export function DeclineChoice({ referral }: { referral: Referral }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const { setFocus } = form;
  useEffect(() => setFocus('declineReason'), [setFocus]);
  const isOther = form.watch('declineReason') === declineReason.table.other;
  return (
    <>
      <Field form={form} name="declineReason" label="Decline reason" required>
        {(field) => (
          <CodeRadioGroup {...field} onBlur={undefined}>
            <Group gap="sm" my={4}>
              {reasons.map((name) => (
                <Radio key={name} value={String(declineReason.codeOf(name))} label={declineReasonLabels[name]} />
              ))}
            </Group>
          </CodeRadioGroup>
        )}
      </Field>
      <Field form={form} name="declineReasonOther" label={isOther ? 'Comment' : 'Details'} required={isOther}>
        {(field) => <TrimmedTextarea {...field} minRows={1} max={referralLimits.declineReasonOther} />}
      </Field>
      <Colleagues referralId={referral.referralId} />
    </>
  );
}

/** "Worcester Heart Associates in Westborough · office phone (508) 555-0120 · accepts the patient’s plan" */
function fitOf({ acceptsPlan, acceptsNewPatients, organizationName, city, officePhone }: Colleague): string {
  return [
    [organizationName, city].filter(Boolean).join(' in '),
    officePhone !== null && `office phone ${formatPhone(officePhone)}`,
    acceptsPlan === true && 'accepts the patient’s plan',
    acceptsPlan === false && 'not known to accept the patient’s plan',
    acceptsNewPatients === true && 'accepting new patients',
    acceptsNewPatients === false && 'not accepting new patients',
  ]
    .filter(Boolean)
    .join(' · ');
}

const nobody = 0;

/** Colleagues of the same specialty. The referring side sees the chosen one with the decline. */
function Colleagues({ referralId }: { referralId: number }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const { data } = useQuery(queryOf(suggestColleagues, { referralId }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Field form={form} name="suggestedHealthcareProviderId" label="Suggest a colleague">
      {(field) => (
        <CodeRadioGroup
          {...field}
          onBlur={undefined}
          value={field.value ?? nobody}
          onChange={(id) => field.onChange(id === nobody ? null : id)}
        >
          <div className={classes['colleagues']}>
            <Radio value={String(nobody)} label="Nobody" />
            {data.items.map((one) => (
              <Radio
                key={one.healthcareProviderId}
                value={String(one.healthcareProviderId)}
                label={one.fullName}
                description={fitOf(one)}
              />
            ))}
          </div>
          <Text fz="xs" c="dimmed">
            The referring side sees whom you suggest, and can refer there.
          </Text>
        </CodeRadioGroup>
      )}
    </Field>
  );
}
