import { urgencies } from '@careloop/contracts/codes';
import { referralLimits } from '@careloop/contracts/referrals';
import { Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlarm, IconCalendar, IconClockExclamation } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { DiagnosisSelect } from '../../directory/shared/DiagnosisSelect.tsx';
import { officePhoneText } from '../../directory/shared/address.ts';
import { setField } from './setField.ts';
import { UrgencyAlert } from './UrgencyAlert.tsx';
import type { WizardValues } from './wizardForm.ts';
import classes from './ReferralWizard.module.css';

const urgencyIcons: Record<number, typeof IconAlarm> = { 30: IconCalendar, 7: IconClockExclamation, 1: IconAlarm };

function UrgencyField(): ReactNode {
  const form = useFormContext<WizardValues>();
  const [isAlerted, setAlerted] = useState(false);
  const phone = officePhoneText(form.watch('chooseProvider.healthcareProvider'));
  return (
    <Controller
      control={form.control}
      name="referralReason.urgencyDays"
      render={({ field, fieldState }) => (
        <>
          <RadioGroup
            ref={field.ref}
            label="Urgency"
            withAsterisk
            value={field.value === null ? null : String(field.value)}
            onChange={(value) => {
              const chosen = urgencies.find(({ days }) => String(days) === value);
              setField(form, 'referralReason.urgencyDays', chosen?.days ?? null);
              if (chosen?.showAlert === true) setAlerted(true);
            }}
            error={fieldState.error?.message}
          >
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 'xs', xs: 'sm' }} my={4}>
              {urgencies.map(({ days, label, detail }) => {
                const Icon = urgencyIcons[days] ?? IconCalendar;
                return (
                  <Radio.Card
                    key={days}
                    value={String(days)}
                    className={classes.choice}
                    aria-label={`${label}, ${detail}`}
                  >
                    <Group gap="sm" wrap="nowrap">
                      <Radio.Indicator />
                      <Icon size={18} aria-hidden />
                      <div>
                        <Text fw={600} fz="sm">
                          {label}
                        </Text>
                        <Text fz="xs" c="dimmed">
                          {detail}
                        </Text>
                      </div>
                    </Group>
                  </Radio.Card>
                );
              })}
            </SimpleGrid>
          </RadioGroup>
          <UrgencyAlert opened={isAlerted} onClose={() => setAlerted(false)} phone={phone} />
        </>
      )}
    />
  );
}

/** Step 2: reason, urgency and diagnosis. */
export function StepReferralReason({ patientId }: { patientId: number }): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <Stack gap="sm" maw={760}>
      <CharacterCountedTextarea
        label="Referral reason"
        withAsterisk
        value={form.watch('referralReason.referralReason')}
        {...inputProps(form, 'referralReason.referralReason')}
        max={referralLimits.referralReason}
      />
      <UrgencyField />
      <Controller
        control={form.control}
        name="referralReason.diagnosis"
        render={({ field, fieldState }) => (
          <DiagnosisSelect
            label="Diagnosis"
            patientId={patientId}
            value={field.value}
            onChange={field.onChange}
            initialTerm={form.getValues('referralReason.diagnosisTyped')}
            onTyped={(term) => form.setValue('referralReason.diagnosisTyped', term)}
            onBlur={field.onBlur}
            ref={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      <CharacterCountedTextarea
        label="Additional info"
        value={form.watch('referralReason.additionalInfo') ?? ''}
        {...inputProps(form, 'referralReason.additionalInfo')}
        max={referralLimits.additionalInfo}
      />
      <TextInput label="Authorization code" maw={320} {...inputProps(form, 'referralReason.authorizationCode')} />
    </Stack>
  );
}
