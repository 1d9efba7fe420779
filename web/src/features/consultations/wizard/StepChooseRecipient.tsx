import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { listConsultations, type ConsultationListItem } from '@careloop/contracts/consultations';
import type { ImpersonatableUser } from '@careloop/contracts/directory';
import { Button, Divider, Group, Input, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { ProviderPicker } from '../../directory/shared/ProviderPicker.tsx';
import { NotPreferredFields } from '../../referrals/shared/preferred/NotPreferredFields.tsx';
import { AskedByPhoneNote } from '../shared/AskedByPhoneNote.tsx';
import { consultationStatusLabel } from '../shared/consultationWords.tsx';
import classes from './ConsultationWizard.module.css';
import { askableMembers, type Member, type WizardValues } from './wizardForm.ts';

export interface StepChooseRecipientProps {
  patientId: number;
  users: readonly ImpersonatableUser[];
  members: readonly CareTeamMember[];
}

type Choice = WizardValues['chooseProvider'];

const nobody = { healthcareProviderSource: null, member: null, healthcareProvider: null };

/** Selects the recipient. Each way clears the other, and the reason for a provider who is no longer selected. */
function useChoose() {
  const { getValues, setValue, clearErrors } = useFormContext<WizardValues>();
  return (chosen: Pick<Choice, 'healthcareProviderSource' | 'member' | 'healthcareProvider'>) => {
    setValue(
      'chooseProvider',
      { ...getValues('chooseProvider'), ...chosen, notPreferredReason: null, notPreferredAdditionalInfo: '' },
      { shouldDirty: true },
    );
    clearErrors('chooseProvider');
  };
}

/** The person the request is sent for; hidden if the user acts for nobody. */
function OnBehalfOf({ users }: Pick<StepChooseRecipientProps, 'users'>): ReactNode {
  const form = useFormContext<WizardValues>();
  const choose = useChoose();
  if (users.length < 2) return null;
  return (
    <Field form={form} name="chooseProvider.requestedByUserId" label="On behalf of">
      {(field) => (
        <Select
          {...field}
          maw={420}
          allowDeselect={false}
          searchable={users.length > 8}
          data={users.map((user) => ({ value: user.userId, label: `${user.lastName}, ${user.firstName}` }))}
          onChange={(requesterId) => {
            if (requesterId === null) return;
            field.onChange(requesterId);
            const { member, healthcareProvider } = form.getValues('chooseProvider');
            // The sender cannot be the recipient.
            if ((member ?? healthcareProvider)?.userId === requesterId) choose(nobody);
          }}
        />
      )}
    </Field>
  );
}

function CareTeamChoice({ members }: { members: readonly Member[] }): ReactNode {
  const choose = useChoose();
  const { watch, formState } = useFormContext<WizardValues>();
  const chosen = watch('chooseProvider.member');
  const { member: problem, healthcareProvider: providerProblem } = formState.errors.chooseProvider ?? {};
  // While a member is chosen, the provider search is hidden and can't show its problem.
  const error = problem?.message ?? (chosen === null ? undefined : providerProblem?.message);
  if (members.length === 0) {
    return (
      <>
        <Text c="dimmed">There is no provider on the care team to ask.</Text>
        <Input.Error role="alert">{error}</Input.Error>
      </>
    );
  }
  return (
    <RadioGroup
      aria-label="Provider on Care Team"
      error={error}
      value={chosen === null ? null : String(chosen.userId)}
      onChange={(userId) => {
        const member = members.find((one) => String(one.userId) === userId) ?? null;
        choose({ healthcareProviderSource: 'CareTeam', member, healthcareProvider: null });
      }}
    >
      <Stack gap="xs" className={classes['team']}>
        {members.map(({ userId, fullName, specialty }) => (
          <Radio.Card key={userId} value={String(userId)} className={classes['member']}>
            <Group gap="sm" wrap="nowrap">
              <Radio.Indicator />
              <Text fw={600}>{fullName}</Text>
              <Text fz="sm" c="dimmed">
                {specialty}
              </Text>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </RadioGroup>
  );
}

/** Step 1: the recipient, from the care team or from the directory. */
export function StepChooseRecipient({ patientId, users, members }: StepChooseRecipientProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const choose = useChoose();
  const {
    healthcareProviderSource: source,
    member,
    healthcareProvider,
    requestedByUserId,
  } = form.watch('chooseProvider');
  const isFromTeam = member !== null;
  const requester = users.find(({ userId }) => userId === requestedByUserId);
  return (
    <Stack gap="md">
      <OnBehalfOf users={users} />
      {source !== 'APS' && (
        <>
          <Group justify="space-between">
            <Text component="h3" fw={600} fz="sm">
              Provider on Care Team
            </Text>
            {isFromTeam && (
              <Button variant="subtle" size="compact-sm" onClick={() => choose(nobody)}>
                Clear choice
              </Button>
            )}
          </Group>
          <CareTeamChoice members={askableMembers(members, requestedByUserId)} />
        </>
      )}
      {source === null && <Divider label="OR" labelPosition="center" />}
      {!isFromTeam && (
        <Field form={form} name="chooseProvider.healthcareProvider">
          {(field) => (
            // The error is above the results, which are longer than the dialog.
            <Input.Wrapper
              label={field.value === null ? 'Find a Provider' : 'Provider'}
              component="div"
              labelElement="div"
              inputWrapperOrder={['label', 'error', 'input']}
              error={field.error}
              errorProps={{ role: 'alert', mb: 4 }}
            >
              <ProviderPicker
                patientId={patientId}
                // The sender cannot be the recipient.
                excludePersonIds={[requester?.healthcareProviderId]}
                value={field.value}
                onChange={(provider) =>
                  choose({
                    healthcareProviderSource: provider === null ? null : 'APS',
                    member: null,
                    healthcareProvider: provider,
                  })
                }
                ref={field.ref}
              />
            </Input.Wrapper>
          )}
        </Field>
      )}
      {healthcareProvider?.userId === null && <AskedByPhoneNote name={healthcareProvider.fullName} />}
      <NotPreferredFields patientId={patientId} />
      <OpenConsultationNote patientId={patientId} />
    </Stack>
  );
}

/** Whether a consultation has the selected recipient, by their account or their provider record. */
function isSame(consultation: ConsultationListItem, { member, healthcareProvider }: Choice): boolean {
  const { userId = null, healthcareProviderId = null } = member ?? healthcareProvider ?? {};
  return (
    (userId !== null && consultation.requestedToUserId === userId) ||
    (healthcareProviderId !== null && consultation.healthcareProviderId === healthcareProviderId)
  );
}

/** Warns of unanswered consultations about this patient to the selected person, before another one is written. */
function OpenConsultationNote({ patientId }: { patientId: number }): ReactNode {
  const choice = useFormContext<WizardValues>().watch('chooseProvider');
  const { data } = useQuery(queryOf(listConsultations, { patientId, status: 'open' }));
  const same = (data?.items ?? []).filter((consultation) => isSame(consultation, choice));
  if (same.length === 0) return null;
  return (
    <Callout tone="warning" title="This patient already has an open consultation there">
      {same.map((consultation) => (
        <div key={consultation.careCoordinatorRequestId}>
          {consultation.requestedToName} · {consultationStatusLabel(consultation.status)} · sent{' '}
          {formatDate(consultation.dateCreated)} by {consultation.requestedByName} ·{' '}
          <Link
            to="/Consultations"
            search={{ careCoordinatorRequestId: consultation.careCoordinatorRequestId }}
            target="_blank"
          >
            Open in a new tab
          </Link>
        </div>
      ))}
    </Callout>
  );
}
