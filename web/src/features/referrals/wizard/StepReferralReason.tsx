import { urgencies } from '@careloop/contracts/codes';
import {
  defaultReferralType,
  referralType,
  referralTypeLabels,
  type ReferralType,
} from '@careloop/contracts/codes/referrals';
import { phoneLink } from '@careloop/contracts/fields';
import { referralLimits } from '@careloop/contracts/referrals';
import { Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlarm, IconCalendar, IconClockExclamation, IconPhone } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { AcknowledgementDialog } from '../../../ui/AcknowledgementDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { DiagnosisSelect } from '../../directory/shared/DiagnosisSelect.tsx';
import { officePhoneText } from '../../directory/shared/address.ts';
import { withInserted } from '../../../lib/withInserted.ts';
import { DiagnosisChips } from './DiagnosisChips.tsx';
import { ProtocolQuestions } from './ProtocolQuestions.tsx';
import { ReasonTemplates } from './ReasonTemplates.tsx';
import { setField } from './setField.ts';
import type { WizardValues } from './wizardForm.ts';
import type { ShownProtocol } from './useProtocol.ts';
import type { Suggested } from './useSuggestions.ts';
import classes from './ReferralWizard.module.css';

const urgencyIcons: Record<number, typeof IconAlarm> = { 30: IconCalendar, 7: IconClockExclamation, 1: IconAlarm };

/** How soon, with the urgency that the protocol suggests. */
function UrgencyField({ asked }: { asked: ShownProtocol['asked'] }): ReactNode {
  const form = useFormContext<WizardValues>();
  const usual = urgencies.find(({ days }) => days === asked?.urgencyDays);
  const [isAlerted, setAlerted] = useState(false);
  const phone = officePhoneText(form.watch('chooseProvider.healthcareProvider'));
  return (
    <Field
      form={form}
      name="referralReason.urgencyDays"
      label="Urgency"
      required
      description={usual && `${asked?.name} suggests ${usual.label}, ${usual.detail}.`}
    >
      {(field) => (
        <>
          <RadioGroup
            {...field}
            // Whether one is chosen is checked on submit.
            onBlur={undefined}
            value={field.value === null ? null : String(field.value)}
            onChange={(value) => {
              const chosen = urgencies.find(({ days }) => String(days) === value);
              setField(form, 'referralReason.urgencyDays', chosen?.days ?? null);
              if (chosen?.showAlert === true) setAlerted(true);
            }}
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
    </Field>
  );
}

const types = (Object.keys(referralTypeLabels) as ReferralType[]).map((name) => ({
  value: referralType.codeOf(name),
  label: referralTypeLabels[name],
}));

interface StepReferralReasonProps {
  patientId: number;
  /** What is suggested for a new referral. */
  suggestions?: Suggested | undefined;
  /** What the chosen specialty asks for. */
  protocol: ShownProtocol;
}

/** Step 2: type, reason, what the protocol asks, urgency and diagnosis. */
export function StepReferralReason({ patientId, suggestions, protocol }: StepReferralReasonProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const { asked } = protocol;
  return (
    <Stack gap="sm" maw={760}>
      <Field form={form} name="referralReason.referralType" label="Referral type" required>
        {(field) => (
          <Select
            {...field}
            maw={320}
            allowDeselect={false}
            data={types}
            value={field.value ?? defaultReferralType}
            onChange={(value) => field.onChange(value ?? defaultReferralType)}
          />
        )}
      </Field>
      <Field form={form} name="referralReason.referralReason" label="Referral reason" required>
        {(field) => (
          <>
            <TrimmedTextarea {...field} max={referralLimits.referralReason} />
            <ReasonTemplates
              patientId={patientId}
              onInsert={(text) => {
                setField(form, 'referralReason.referralReason', withInserted(field.value, text));
                form.setFocus('referralReason.referralReason');
              }}
            />
          </>
        )}
      </Field>
      <ProtocolQuestions patientId={patientId} protocol={protocol} />
      <UrgencyField asked={asked} />
      {suggestions !== undefined && <DiagnosisChips suggestions={suggestions} />}
      <Field form={form} name="referralReason.diagnosis" label="Diagnosis">
        {(field) => (
          <DiagnosisSelect
            {...field}
            patientId={patientId}
            initialTerm={form.getValues('referralReason.diagnosisTyped')}
            onTyped={(term) => form.setValue('referralReason.diagnosisTyped', term)}
          />
        )}
      </Field>
      <Field form={form} name="referralReason.additionalInfo" label="Additional info">
        {(field) => <TrimmedTextarea {...field} max={referralLimits.additionalInfo} />}
      </Field>
      <AuthorizationFields asked={asked} />
    </Stack>
  );
}

/** The authorization code, and why there is none if the protocol needs one. */
function AuthorizationFields({ asked }: { asked: ShownProtocol['asked'] }): ReactNode {
  const form = useFormContext<WizardValues>();
  const isNeeded = asked?.needsAuthorizationCode === true;
  const code = form.watch('referralReason.authorizationCode') ?? '';
  return (
    <>
      <Field
        form={form}
        name="referralReason.authorizationCode"
        label="Authorization code"
        description={isNeeded ? `Needed by ${asked.name}.` : undefined}
      >
        {(field) => <TrimmedTextInput {...field} maw={320} />}
      </Field>
      {isNeeded && code.trim() === '' && (
        <Field
          form={form}
          name="referralReason.protocol.authorizationReason"
          label="Why there is no authorization code"
        >
          {(field) => <TrimmedTextInput {...field} value={field.value ?? ''} maw={520} />}
        </Field>
      )}
    </>
  );
}

interface UrgencyAlertProps {
  opened: boolean;
  onClose: () => void;
  /** Phone of the selected provider's office; empty if unknown. */
  phone: string;
}

/** Shown when care is needed within 24 hours: asks to call the office as well (docs/domain/referrals.md). */
function UrgencyAlert({ opened, onClose, phone }: UrgencyAlertProps): ReactNode {
  return (
    <AcknowledgementDialog opened={opened} onClose={onClose} title="Referral Urgency Alert">
      <Text>When care is needed within 24 hours, please call the provider office directly.</Text>
      {phone !== '' && (
        <Text fw={600} mt="sm">
          <IconPhone size={16} aria-hidden style={{ verticalAlign: '-2px' }} /> <a href={phoneLink(phone)}>{phone}</a>
        </Text>
      )}
    </AcknowledgementDialog>
  );
}
