import { addressText } from '@careloop/contracts/directory/addressText';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { urgencies, urgencyAlert, urgencyLabel } from '@careloop/contracts/codes';
import { defaultReferralType, referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import { formatPhone, phoneLink } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import type { Fact } from '../../../ui/Facts.tsx';
import { FoldedFacts } from '../../../ui/FoldedFacts.tsx';
import { useChooseStep } from '../../../ui/useWizard.ts';
import { officePhoneText } from '../../directory/shared/address.ts';
import { ChosenChips } from '../../directory/shared/choices/ChosenChips.tsx';
import { PickedCharts } from '../../charts/shared/PickedCharts.tsx';
import { Section } from '../../../components/Section.tsx';
import { notPreferredFacts } from '../shared/preferred/notPreferredFacts.ts';
import { OpensSection } from './OpensSection.tsx';
import { OpenReferralNote } from './OpenReferralNote.tsx';
import { AnsweredProtocol } from './AnsweredProtocol.tsx';
import type { WizardValues } from './wizardForm.ts';

function providerFacts({ chooseProvider }: WizardValues): Fact[] {
  const { healthcareProvider: provider, healthcareProviderSpecialty, referredBy } = chooseProvider;
  const to: Fact[] =
    provider === null
      ? [{ label: 'Specialty', value: healthcareProviderSpecialty?.name }]
      : [
          { label: 'Provider', value: [provider.fullName, provider.degree].filter(Boolean).join(', ') },
          { label: 'Specialty', value: provider.specialty },
          { label: 'Address', value: addressText(provider.address) },
          { label: 'Office phone', value: officePhoneText(provider) },
          ...(isNotPreferred(provider)
            ? notPreferredFacts(chooseProvider)
            : [
                {
                  label: 'Provider selection reason',
                  value: selectionReasonLabel(chooseProvider.providerSelectionReason),
                },
              ]),
        ];
  return [...to, { label: 'Referred by', value: referredBy?.name }];
}

function reasonFacts({ referralReason }: WizardValues): Fact[] {
  const { diagnosis, urgencyDays } = referralReason;
  return [
    { label: 'Referral reason', value: referralReason.referralReason, isWide: true },
    { label: 'Referral type', value: referralTypeLabel(referralReason.referralType ?? defaultReferralType) },
    { label: 'Urgency', value: urgencyDays === null ? null : urgencyLabel(urgencyDays) },
    { label: 'Diagnosis', value: diagnosis && `${diagnosis.code} ${diagnosis.description}` },
    { label: 'Additional info', value: referralReason.additionalInfo },
    { label: 'Authorization code', value: referralReason.authorizationCode },
  ];
}

/** For care within 24 hours: which office to call. */
function CallOffice({ provider }: { provider: ProviderSearchItem | null }): ReactNode {
  const phone = officePhoneText(provider);
  return (
    <Callout tone="danger" title={urgencyAlert}>
      {phone === '' ? provider !== null && 'No office phone is on file.' : <a href={phoneLink(phone)}>{phone}</a>}
    </Callout>
  );
}

const editConsequence =
  'Finish updates the referral. Its history lists what changed, and the receiver sees it right away. If you changed the urgency, the due time counts from now.';

/** Text that says what Finish does. */
function consequenceOf({
  chooseProvider: { healthcareProvider, healthcareProviderSpecialty: specialty },
  charts: { selectedCharts },
}: WizardValues) {
  const files =
    selectedCharts.length === 0 ? ', without medical records.' : ', with the records below as they are now.';
  if (healthcareProvider !== null) {
    const { fullName, userId } = healthcareProvider;
    const to = userId === null ? `a care coordinator, who contacts the office of ${fullName}` : fullName;
    return `Finish sends the referral to ${to}${files}`;
  }
  return `Finish sends the referral to a care coordinator, who selects a provider${
    specialty === null ? '' : ` in ${specialty.name}`
  }${files}`;
}

interface StepSummaryProps {
  patientId: number;
  /** The referral being edited. */
  edited?: Referral | undefined;
}

/** Step 5: a summary; each part can be changed with one click. */
export function StepSummary({ patientId, edited }: StepSummaryProps): ReactNode {
  const choose = useChooseStep();
  const values = useFormContext<WizardValues>().getValues();
  const contact = values.verifyContactInfo;
  const isAlert = urgencies.some(({ days, showAlert }) => showAlert && days === values.referralReason.urgencyDays);
  const edit = (step: number, what: string) => (
    <Button variant="subtle" size="compact-sm" onClick={() => choose(step)} aria-label={`Edit ${what}`}>
      Edit
    </Button>
  );
  return (
    <>
      <Text mb="xs">{edited === undefined ? consequenceOf(values) : editConsequence}</Text>
      {isAlert && <CallOffice provider={values.chooseProvider.healthcareProvider} />}
      <OpenReferralNote patientId={patientId} editedId={edited?.referralId} />
      <Section title="Referred to" action={edit(0, 'provider')}>
        <FoldedFacts columns={3} facts={providerFacts(values)} />
        {values.chooseProvider.healthcareProvider !== null && (
          <ChosenChips patientId={patientId} provider={values.chooseProvider.healthcareProvider} />
        )}
      </Section>
      <OpensSection patientId={patientId} edited={edited} />
      <Section title="Reason" action={edit(1, 'reason')}>
        <FoldedFacts columns={3} facts={reasonFacts(values)} />
      </Section>
      <AnsweredProtocol values={values} action={edit(1, 'answers')} />
      <Section title="Patient contact" action={edit(2, 'contact')}>
        <FoldedFacts
          columns={3}
          facts={[
            { label: 'Caregiver', value: contact.caregiverName },
            { label: 'Cell phone', value: formatPhone(contact.cellPhone) },
            { label: 'SMS consent', value: contact.givenSmsConsent ? 'Yes' : null },
          ]}
        />
      </Section>
      <Section title="Medical records" action={edit(3, 'records')}>
        <PickedCharts patientId={patientId} selected={values.charts.selectedCharts} sent={edited?.patientCharts} />
      </Section>
    </>
  );
}
