import type { Referral } from '@careloop/contracts/referrals';
import { updateTexts } from '@careloop/contracts/referrals/updating';
import { Box, Button, Input, Stack, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { ProviderPicker } from '../../directory/shared/ProviderPicker.tsx';
import { ProviderRow } from '../../directory/shared/ProviderRow.tsx';
import { SpecialtySelect } from '../../directory/shared/SpecialtySelect.tsx';
import { MissingReferrer } from './MissingReferrer.tsx';
import { NoPortalNote } from '../shared/NoPortalNote.tsx';
import { evidentReason } from '../shared/preferred/evidentReason.ts';
import { SelectionReasonField } from '../shared/preferred/SelectionReasonField.tsx';
import { OutsideNote } from './OpensSection.tsx';
import { NotPreferredFields } from '../shared/preferred/NotPreferredFields.tsx';
import { specialtyOf } from './followUp.ts';
import { OpenReferralNote } from './OpenReferralNote.tsx';
import { ReferredByField } from './ReferredByField.tsx';
import { SuggestedStart } from './SuggestedStart.tsx';
import type { Suggested } from './useSuggestions.ts';
import type { Referrer, WizardValues } from './wizardForm.ts';

export interface StepChooseProviderProps {
  patientId: number;
  /** The declined or canceled referral that this one follows. */
  previous?: Referral | undefined;
  /** The referral being edited. */
  edited?: Referral | undefined;
  referrers: readonly Referrer[];
  /** What is suggested for a new referral. */
  suggestions?: Suggested | undefined;
  /** Whether the patient's client sends referrals to providers only. */
  takesOnlyProviders: boolean;
  /** Whether the referral may be sent on behalf of any provider. */
  isAnyReferrerAllowed: boolean;
  /** Below the recipient: what their specialty asks for. */
  note?: ReactNode;
}

/** Step 1: recipient and referring provider. Selecting a provider clears the specialty and vice versa. */
export function StepChooseProvider(props: StepChooseProviderProps): ReactNode {
  const { referrers, isAnyReferrerAllowed } = props;
  const chosen = useFormContext<WizardValues>().watch('chooseProvider.healthcareProvider');
  return (
    <Stack gap="md">
      <ReferredByField
        referrers={referrers}
        suggested={props.suggestions?.data?.referredBy}
        isAnyAllowed={isAnyReferrerAllowed}
      />
      {!isAnyReferrerAllowed && referrers.length === 0 && <MissingReferrer patientId={props.patientId} />}
      {props.suggestions !== undefined && (
        <SuggestedStart patientId={props.patientId} suggestions={props.suggestions} />
      )}
      <Target {...props} />
      <OpenReferralNote patientId={props.patientId} editedId={props.edited?.referralId} />
      {props.note}
      {props.edited?.status !== 'accepted' && <NoPortalNote provider={chosen} />}
      <OutsideNote patientId={props.patientId} provider={chosen} />
      <NotPreferredFields patientId={props.patientId} />
      <SelectionReasonField />
    </Stack>
  );
}

const fields = [
  'chooseProvider.referralType',
  'chooseProvider.healthcareProvider',
  'chooseProvider.healthcareProviderSpecialty',
  'chooseProvider.notPreferredReason',
  'chooseProvider.notPreferredAdditionalInfo',
] as const;

type Kind = 'provider' | 'specialty';

type TargetProps = Pick<
  StepChooseProviderProps,
  'patientId' | 'previous' | 'edited' | 'takesOnlyProviders' | 'suggestions'
>;

function Target({ patientId, previous, edited, takesOnlyProviders, suggestions }: TargetProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const [tab, setTab] = useState<Kind>(form.getValues('chooseProvider.referralType') ?? 'provider');
  const isChosen = useNamedSpecialty(edited ?? previous);
  const [isAskedForProvider, askForProvider] = useState(false);
  if (edited?.status === 'accepted') return <FixedProvider />;
  if (edited?.healthcareProviderId === null)
    return <EditedSpecialty patientId={patientId} edited={edited} takesOnlyProviders={takesOnlyProviders} />;
  const chooseProvider = <ChooseProvider {...{ patientId, previous, takesOnlyProviders, suggestions }} />;
  if (takesOnlyProviders) return chooseProvider;
  if (isChosen && !isAskedForProvider) {
    return (
      <NamedSpecialty
        name={previous?.specialtyName ?? ''}
        label="Choose a provider or another specialty"
        onChange={() => askForProvider(true)}
      />
    );
  }
  /** After switching to the other kind, only that one is required. */
  const turnTo = (kind: string | null) => {
    if (kind !== 'provider' && kind !== 'specialty') return;
    setTab(kind);
    form.clearErrors(fields);
    const { healthcareProvider, healthcareProviderSpecialty } = form.getValues('chooseProvider');
    const isNothingPicked = healthcareProvider === null && healthcareProviderSpecialty === null;
    if (isNothingPicked) form.setValue('chooseProvider.referralType', kind);
    form.setValue('chooseProvider.specialtyTyped', '');
  };
  return (
    <div>
      <Field form={form} name="chooseProvider.referralType">
        {(field) => (
          <>
            <Input.Error role="alert" mb="xs">
              {field.error}
            </Input.Error>
            <Tabs value={tab} onChange={turnTo}>
              <Tabs.List mb="sm">
                <Tabs.Tab value="provider" ref={tab === 'provider' ? field.ref : undefined}>
                  Provider
                </Tabs.Tab>
                <Tabs.Tab value="specialty" ref={tab === 'specialty' ? field.ref : undefined}>
                  Specialty
                </Tabs.Tab>
              </Tabs.List>
              <KeptChoice tab={tab} />
              <Tabs.Panel value="provider">{chooseProvider}</Tabs.Panel>
              {/* Unmounted while hidden, so that text typed there is not kept where nobody sees it. */}
              <Tabs.Panel value="specialty">{tab === 'specialty' && <ChooseSpecialty />}</Tabs.Panel>
            </Tabs>
          </>
        )}
      </Field>
    </div>
  );
}

/** Turning to the other tab selects nothing: the other choice applies until it is replaced. */
function KeptChoice({ tab }: { tab: Kind }): ReactNode {
  const { healthcareProvider: provider, healthcareProviderSpecialty: specialty } =
    useFormContext<WizardValues>().watch('chooseProvider');
  const kept = tab === 'specialty' ? provider?.fullName : specialty?.name;
  if (kept === undefined) return null;
  return (
    <Box mb="sm">
      <Callout>
        {kept} stays selected until you select a {tab}.
      </Callout>
    </Box>
  );
}

/** Whether the referral is sent again to the specialty it named, for which no provider was selected. */
function useNamedSpecialty(previous: Referral | undefined): boolean {
  const { healthcareProvider, healthcareProviderSpecialty: chosen } =
    useFormContext<WizardValues>().watch('chooseProvider');
  if (previous === undefined || previous.referredToUserId !== null || previous.healthcareProviderId !== null)
    return false;
  return (
    healthcareProvider === null &&
    chosen?.healthcareProviderSpecialtyId === specialtyOf(previous)?.healthcareProviderSpecialtyId
  );
}

/** The error of the specialty, or of the missing provider, whose own field is not shown beside a specialty. */
function useRecipientError(): string | undefined {
  const { healthcareProviderSpecialty, healthcareProvider } =
    useFormContext<WizardValues>().formState.errors.chooseProvider ?? {};
  return (healthcareProviderSpecialty ?? healthcareProvider)?.message;
}

interface NamedSpecialtyProps {
  name: string;
  /** Label of the button that selects another kind. */
  label: string;
  onChange: () => void;
}

/** No search if the specialty is already known: a coordinator selects the provider. */
function NamedSpecialty({ name, label, onChange }: NamedSpecialtyProps): ReactNode {
  const error = useRecipientError();
  return (
    <Callout title={`Specialty: ${name}`}>
      <Stack gap="xs" align="flex-start">
        A care coordinator selects the provider for this referral.
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
        <Button variant="default" size="compact-sm" onClick={onChange}>
          {label}
        </Button>
      </Stack>
    </Callout>
  );
}

/**
 * A coordinator selects the provider of a referral to a specialty; here only the specialty can change. If the client no longer
 * allows specialties, it can stay or be replaced by a provider.
 */
function EditedSpecialty({ edited, ...props }: Omit<TargetProps, 'previous'> & { edited: Referral }): ReactNode {
  const { takesOnlyProviders } = props;
  const specialty = useFormContext<WizardValues>().watch('chooseProvider.healthcareProviderSpecialty');
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing || specialty === null) {
    return takesOnlyProviders ? <ChooseProvider {...props} previous={edited} /> : <ChooseSpecialty />;
  }
  return (
    <NamedSpecialty
      name={specialty.name}
      label={takesOnlyProviders ? 'Choose a provider' : 'Choose another specialty'}
      onChange={() => setChoosing(true)}
    />
  );
}

/** The provider who accepted it cannot be changed; asking another one takes a new referral. */
function FixedProvider(): ReactNode {
  const { watch, formState } = useFormContext<WizardValues>();
  const provider = watch('chooseProvider.healthcareProvider');
  const error = formState.errors.chooseProvider?.healthcareProvider?.message;
  if (provider === null) return null;
  return (
    <Input.Wrapper label="Provider" labelElement="div" description={updateTexts.receiverFixed} error={error}>
      <ProviderRow provider={provider} />
    </Input.Wrapper>
  );
}

/** The last selection counts. Clearing it leaves the kind open, if both are possible. */
function usePick(takesOnlyProviders = false) {
  const form = useFormContext<WizardValues>();
  const nothing = takesOnlyProviders ? 'provider' : null;
  return (picked: Partial<WizardValues['chooseProvider']>, type: Kind, isPicked: boolean) => {
    const values = form.getValues('chooseProvider');
    const cleared = {
      healthcareProvider: null,
      healthcareProviderSpecialty: null,
      notPreferredReason: null,
      notPreferredAdditionalInfo: '',
      providerSelectionReason: evidentReason(picked.healthcareProvider),
      recordScope: null,
      specialtyTyped: '',
    };
    form.setValue(
      'chooseProvider',
      { ...values, ...cleared, ...picked, referralType: isPicked ? type : nothing },
      { shouldDirty: true },
    );
    form.clearErrors(fields);
  };
}

function ChooseProvider({
  patientId,
  previous,
  takesOnlyProviders,
  suggestions,
}: Omit<TargetProps, 'edited'>): ReactNode {
  const pick = usePick(takesOnlyProviders);
  const form = useFormContext<WizardValues>();
  return (
    <Field form={form} name="chooseProvider.healthcareProvider">
      {(field) => (
        <ProviderPicker
          {...field}
          patientId={patientId}
          initialSpecialty={specialtyOf(previous) ?? suggestions?.data?.specialties[0] ?? null}
          excludePersonIds={[form.watch('chooseProvider.referredBy')?.healthcareProviderId]}
          onChange={(healthcareProvider) => pick({ healthcareProvider }, 'provider', healthcareProvider !== null)}
        />
      )}
    </Field>
  );
}

function ChooseSpecialty(): ReactNode {
  const pick = usePick();
  const error = useRecipientError();
  const form = useFormContext<WizardValues>();
  return (
    <Stack gap="xs" maw={420}>
      <Field form={form} name="chooseProvider.healthcareProviderSpecialty" label="Specialty" required>
        {(field) => (
          <SpecialtySelect
            {...field}
            // Whether one is chosen is checked with the step.
            onBlur={undefined}
            onChange={(specialty) => pick({ healthcareProviderSpecialty: specialty }, 'specialty', specialty !== null)}
            initialTerm={form.getValues('chooseProvider.specialtyTyped')}
            onTyped={(term) => {
              form.setValue('chooseProvider.specialtyTyped', term);
              form.clearErrors(fields);
            }}
            error={error}
          />
        )}
      </Field>
      <Text fz="xs" c="dimmed">
        A care coordinator chooses the provider.
      </Text>
    </Stack>
  );
}
