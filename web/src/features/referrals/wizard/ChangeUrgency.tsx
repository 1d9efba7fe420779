import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { urgencies, urgencyAlert } from '@careloop/contracts/codes';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { changeReferralUrgency, updateTexts } from '@careloop/contracts/referrals/updating';
import { Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateTime } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { StaleCallout } from '../process/StaleCallout.tsx';
import { useSeenReferral } from '../process/useSeenReferral.ts';

const urgencyForm = z.object({ urgencyDays: z.string(referralTexts.urgencyRequired) });

export interface ChangeUrgencyProps {
  referral: Referral;
  onClose: () => void;
}

/** Changes the urgency of a sent referral. */
export function ChangeUrgency({ referral, onClose }: ChangeUrgencyProps): ReactNode {
  const form = useSchemaForm(urgencyForm, { urgencyDays: String(referral.urgencyDays) });
  const { version, staleness, onStale, reload } = useSeenReferral(referral);
  const change = useCall(changeReferralUrgency, { form, onStale });
  const chosen = urgencies.find(({ days }) => String(days) === form.watch('urgencyDays'));
  const submit = async () => {
    if (chosen === undefined) return;
    if (!(await change.submit({ referralId: referral.referralId, version, urgencyDays: chosen.days }))) return;
    toast.success(updateTexts.urgencySaved);
    onClose();
  };
  return (
    <FormDialog
      opened
      title="Change Urgency"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={staleness !== null || chosen === undefined || chosen.days === referral.urgencyDays}
      acceptLabel="Change urgency"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referredTo(referral)}
          recipientLabel="Referred to"
          consequence={`Currently due ${formatDateTime(referral.dueAt)}. If you change the urgency, the due time counts from now, and the receiver sees it right away.`}
        />
      }
      onSubmit={submit}
    >
      <Stack gap="sm">
        {staleness !== null && <StaleCallout staleness={staleness} onReload={reload} />}
        <Field form={form} name="urgencyDays" label="Urgency" required>
          {(field) => (
            <RadioGroup {...field}>
              <Group mt={4}>
                {urgencies.map(({ days, label, detail }) => (
                  <Radio key={days} value={String(days)} label={`${label}, ${detail}`} />
                ))}
              </Group>
            </RadioGroup>
          )}
        </Field>
        {chosen?.showAlert === true && (
          <Callout tone="danger">
            <Text fz="sm">{urgencyAlert}</Text>
          </Callout>
        )}
      </Stack>
    </FormDialog>
  );
}
