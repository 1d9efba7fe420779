import type { PatientInfo } from '@careloop/contracts/patients';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import type { SentProtocol } from '@careloop/contracts/referrals/protocols';
import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import type { WizardStep } from '../../../ui/useWizard.ts';
import { ChartsStep } from '../../charts/shared/ChartsStep.tsx';
import { StepChooseProvider } from './StepChooseProvider.tsx';
import { StepReferralReason } from './StepReferralReason.tsx';
import { StepSummary } from './StepSummary.tsx';
import { ReferralProtocol } from '../shared/detail/ReferralProtocol.tsx';
import { AskedDocuments } from './AskedDocuments.tsx';
import { ProtocolNote } from './ProtocolNote.tsx';
import { SuggestedRecords } from './SuggestedRecords.tsx';
import { withoutProtocol, type ShownProtocol } from './useProtocol.ts';
import type { Suggested } from './useSuggestions.ts';
import { stepParts, type Referrer, type WizardFormReturn, type WizardValues } from './wizardForm.ts';

export interface WizardStepsInput {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The declined or canceled referral that a new one follows. */
  previous?: Referral | undefined;
  /** The referral being edited. */
  edited?: Referral | undefined;
  /** What is suggested for a new referral. */
  suggestions?: Suggested | undefined;
  /** What the chosen specialty asks for in a new referral. */
  protocol?: ShownProtocol;
  /** Shown above the first step. */
  first?: ReactNode;
}

/** The five steps over one form; each step validates its own part. */
export function useWizardSteps(form: WizardFormReturn, input: WizardStepsInput): WizardStep[] {
  const { patient, referrers, previous, edited, suggestions, protocol = withoutProtocol } = input;
  const { asked } = protocol;
  const { patientId } = patient;
  const contents: Pick<WizardStep, 'title' | 'shortTitle' | 'content'>[] = [
    {
      title: patient.refersToProvidersOnly ? 'Choose a Provider' : 'Choose Provider or Specialty',
      shortTitle: 'Provider',
      content: (
        <>
          {input.first}
          <StepChooseProvider
            patientId={patientId}
            previous={previous}
            edited={edited}
            referrers={referrers}
            takesOnlyProviders={patient.refersToProvidersOnly}
            suggestions={suggestions}
            isAnyReferrerAllowed={patient.can.referForAnyProvider === true}
            note={asked != null && <ProtocolNote asked={asked} />}
          />
        </>
      ),
    },
    {
      title: 'Referral Reason',
      shortTitle: 'Reason',
      content: (
        <>
          <StepReferralReason patientId={patientId} suggestions={suggestions} protocol={protocol} />
          {edited?.protocol != null && <FrozenProtocol protocol={edited.protocol} />}
        </>
      ),
    },
    { title: 'Verify Patient Contact Information', shortTitle: 'Contact', content: <StepContact /> },
    {
      title: 'Select or Upload Patient Medical Records',
      shortTitle: 'Records',
      content: (
        <>
          {asked != null && <AskedDocuments name={asked.name} documents={asked.documents} />}
          {suggestions !== undefined && <SuggestedRecords suggestions={suggestions} />}
          <ChartsStep patientId={patientId} label="Patient medical records" sent={edited?.patientCharts} />
        </>
      ),
    },
    {
      title: 'Confirmation Summary',
      shortTitle: 'Summary',
      content: <StepSummary patientId={patientId} edited={edited} />,
    },
  ];
  return contents.map((step, index): WizardStep => {
    const part = stepParts[index];
    return part === undefined ? step : { ...step, validate: () => form.trigger(part, { shouldFocus: true }) };
  });
}

/** Step 2 of a sent referral: what it answered to the protocol. */
function FrozenProtocol({ protocol }: { protocol: SentProtocol }): ReactNode {
  return (
    <Box maw={760}>
      <ReferralProtocol protocol={protocol} />
      <Text fz="xs" c="dimmed">
        As it was sent. Changing the referral does not change these answers; add a comment instead.
      </Text>
    </Box>
  );
}

/** Step 3: how the patient is reached. */
function StepContact(): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <Stack gap="sm" maw={420}>
      <Field form={form} name="verifyContactInfo.caregiverName" label="Caregiver name" input={TrimmedTextInput} />
      <Field form={form} name="verifyContactInfo.cellPhone" label="Patient/caregiver cell phone" input={PhoneInput} />
      <Field
        form={form}
        name="verifyContactInfo.givenSmsConsent"
        label="The patient/caregiver agrees to receive SMS messages"
        description={referralTexts.consentPrompt}
      >
        {(field) => (
          <CheckboxInput
            {...field}
            onChange={(isGiven) => {
              field.onChange(isGiven);
              // Consent makes the phone required, so its error appears and disappears with it.
              if (form.formState.errors.verifyContactInfo !== undefined)
                void form.trigger('verifyContactInfo.cellPhone');
            }}
          />
        )}
      </Field>
    </Stack>
  );
}
