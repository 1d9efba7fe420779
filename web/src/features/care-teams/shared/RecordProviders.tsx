import { membershipTexts } from '@careloop/contracts/care-teams/members';
import type { RecordProvider } from '@careloop/contracts/care-teams';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { ProviderName } from '../../directory/shared/ProviderName.tsx';
import classes from './CareTeam.module.css';
import { ContactLines } from './ContactLines.tsx';

interface RecordProvidersProps {
  providers: readonly RecordProvider[];
  onInvite: (provider: RecordProvider) => void;
}

/**
 * Providers named in the patient's record who are not on the care team: they have no access until they are invited and
 * accept.
 */
export function RecordProviders({ providers, onInvite }: RecordProvidersProps): ReactNode {
  if (providers.length === 0) return null;
  const actions: Column<RecordProvider> = {
    title: 'Actions',
    isActions: true,
    render: (provider) => <InviteAction provider={provider} onInvite={onInvite} />,
  };
  return (
    <section className={classes['record']} aria-labelledby="record-providers">
      <h3 id="record-providers">Named in the patient’s record</h3>
      <p className={classes['dim']}>These providers are not on the care team and cannot see this patient through it.</p>
      <DataTable
        label="Named in the patient’s record"
        columns={[...columns, ...(providers.some(isRefused) ? [note] : []), actions]}
        items={providers}
        rowKey={({ healthcareProviderId }) => healthcareProviderId}
      />
    </section>
  );
}

const columns: readonly Column<RecordProvider>[] = [
  { title: 'Name', render: (provider) => <Name provider={provider} /> },
  { title: 'Organization', isSecondary: true, render: ({ organizationName }) => organizationName },
  { title: 'Contact', render: (provider) => <ContactLines of={provider} /> },
];

const isRefused = ({ can }: RecordProvider) => can.invite !== true;
/** Why a provider cannot be invited. */
const note: Column<RecordProvider> = {
  title: 'Note',
  render: (provider) => isRefused(provider) && <span className={classes['dim']}>{provider.can.invite}</span>,
};

function Name({ provider }: { provider: RecordProvider }): ReactNode {
  const { healthcareProviderId, firstName, lastName, specialty, roles, isPcp, can } = provider;
  return (
    <span className={classes['stack']}>
      <span className={classes['name']}>
        <ProviderName healthcareProviderId={healthcareProviderId}>{`${lastName}, ${firstName}`}</ProviderName>
        {isPcp && <StatusBadge tone="info" label="PCP" />}
        {can.invite === membershipTexts.noUserRecord && <StatusBadge tone="warning" label="No user record" />}
      </span>
      <span className={classes['dim']}>{[specialty, ...roles].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function InviteAction({ provider, onInvite }: { provider: RecordProvider; onInvite: (one: RecordProvider) => void }) {
  const { can, lastName, firstName } = provider;
  if (can.invite !== true) return null;
  return (
    <div className={classes['actions']}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Invite ${firstName} ${lastName}`}
        onClick={() => onInvite(provider)}
      >
        Invite
      </Button>
    </div>
  );
}
