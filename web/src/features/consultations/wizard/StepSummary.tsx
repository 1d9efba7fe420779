import { addressText } from '@careloop/contracts/directory/addressText';
import type { CareTeamMember } from '@careloop/contracts/care-teams';
import type { ImpersonatableUser } from '@careloop/contracts/directory';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Section } from '../../../components/Section.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Facts, type Fact } from '../../../ui/Facts.tsx';
import { useChooseStep } from '../../../ui/useWizard.ts';
import { PickedCharts } from '../../charts/shared/PickedCharts.tsx';
import { officePhoneText } from '../../directory/shared/address.ts';
import { notPreferredFacts } from '../../referrals/shared/preferred/notPreferredFacts.ts';
import { AskedByPhoneNote } from '../shared/AskedByPhoneNote.tsx';
import classes from './ConsultationWizard.module.css';
import { recipientOf, type WizardValues } from './wizardForm.ts';

export interface StepSummaryProps {
  patientId: number;
  users: readonly ImpersonatableUser[];
  members: readonly CareTeamMember[];
}

function recipientFacts({ chooseProvider }: WizardValues, users: readonly ImpersonatableUser[]): Fact[] {
  const { member, healthcareProvider: provider, requestedByUserId } = chooseProvider;
  const recipient = member ?? provider;
  const requester = users.find((user) => user.userId === requestedByUserId);
  return [
    { label: 'Recipient', value: recipientOf(chooseProvider) },
    { label: 'Specialty', value: member?.specialty ?? provider?.specialty },
    { label: 'Address', value: addressText(recipient?.address ?? null) },
    { label: 'Office phone', value: officePhoneText(recipient) },
    { label: 'On behalf of', value: requester && `${requester.lastName}, ${requester.firstName}` },
    ...(isNotPreferred(recipient) ? notPreferredFacts(chooseProvider) : []),
  ].filter((fact) => Boolean(fact.value));
}

/** Says that the recipient joins the care team, or has no access to the portal. */
function Consequence({ values, members }: { values: WizardValues; members: readonly CareTeamMember[] }): ReactNode {
  const { healthcareProvider: provider } = values.chooseProvider;
  if (provider === null) return null;
  if (provider.userId === null) return <AskedByPhoneNote name={provider.fullName} />;
  const isMember = members.some(({ userId, status }) => userId === provider.userId && status === 'accepted');
  if (isMember) return null;
  return (
    <Callout tone="warning">
      {provider.fullName} is not on the patient’s care team and will be added when you send this request.
    </Callout>
  );
}

/** Step 4: a summary; each part can be changed with one click. */
export function StepSummary({ patientId, users, members }: StepSummaryProps): ReactNode {
  const choose = useChooseStep();
  const values = useFormContext<WizardValues>().getValues();
  const { comments } = values.additionalInfo;
  const edit = (step: number, what: string) => (
    <Button variant="subtle" size="compact-sm" onClick={() => choose(step)} aria-label={`Edit ${what}`}>
      Edit
    </Button>
  );
  return (
    <>
      <Text>
        Finish sends the request to {recipientOf(values.chooseProvider)}
        {values.charts.selectedCharts.length === 0
          ? ', without documents.'
          : ', with the documents below as they are now.'}
      </Text>
      <Consequence values={values} members={members} />
      <Section title="Recipient" action={edit(0, 'recipient')}>
        <Facts columns={3} facts={recipientFacts(values, users)} />
      </Section>
      <Section title="Comments/Notes" action={edit(1, 'comments')}>
        {comments.trim() === '' ? (
          <Text c="dimmed">No comments were written.</Text>
        ) : (
          <Text className={classes['text']}>{comments}</Text>
        )}
      </Section>
      <Section title="Documents" action={edit(2, 'documents')}>
        <PickedCharts patientId={patientId} selected={values.charts.selectedCharts} />
      </Section>
    </>
  );
}
