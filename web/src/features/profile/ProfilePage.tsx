import { getProvider } from '@careloop/contracts/directory/providers';
import { formatPhone } from '@careloop/contracts/fields';
import { getLoginIdentities, removeLoginIdentity } from '@careloop/contracts/session/credentials';
import { Button, Select, Tabs } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ComponentType, type ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { useActFor, useActingFor } from '../../shell/actingFor.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ProviderAddresses } from '../directory/shared/addresses/ProviderAddresses.tsx';
import { openProviderEditor } from '../directory/shared/providerDialogs.ts';
import { AccountForm } from './AccountForm.tsx';
import { ConfirmPassword, usePasswordForm } from './ConfirmPassword.tsx';
import { NotificationsTab } from './NotificationsTab.tsx';
import { Password } from './Password.tsx';
import classes from './Profile.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { Proxied, Proxies } from './Proxies.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { useProfile } from './useProfile.ts';

const genders = { M: 'Male', F: 'Female' } as const;

/** The user's own provider record: shown here, edited in the directory's dialogs. */
function ProviderTab(): ReactNode {
  const profile = useProfile(['Provider']);
  const healthcareProviderId = profile.data?.providerData?.healthcareProviderId;
  const query = useQuery({
    ...queryOf(getProvider, { healthcareProviderId: healthcareProviderId ?? 0 }),
    enabled: healthcareProviderId !== undefined,
  });
  if (profile.data !== undefined && healthcareProviderId === undefined)
    return <EmptyState title="The directory has no record of this provider yet" />;
  if (profile.data === undefined) return <QueryState query={profile} />;
  if (query.data === undefined) return <QueryState query={query} />;
  const provider = query.data;
  const accepts = { true: 'Yes', false: 'No', null: 'Not stated' }[String(provider.acceptsNewPatients) as 'null'];
  return (
    <>
      <ProfileSection title="Provider record" text="How you are found when somebody refers a patient.">
        <Facts
          facts={[
            { label: 'Name', value: `${provider.firstName} ${provider.lastName}` },
            { label: 'Accepts new patients', value: accepts },
            { label: 'Specialty', value: provider.specialty },
            { label: 'Degree', value: provider.degree },
            { label: 'NPI number', value: provider.npiNumber },
            { label: 'License number', value: provider.licenseNumber },
            { label: 'DEA number', value: provider.deaNumber },
            { label: 'Gender', value: provider.gender === null ? 'Unknown' : genders[provider.gender] },
            { label: 'Office phone', value: formatPhone(provider.officePhone) },
            { label: 'Fax', value: formatPhone(provider.fax) },
          ]}
        />
        <div className={classes['buttons']}>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openProviderEditor(provider.healthcareProviderId)}
          >
            {provider.can.edit === true ? 'Edit Provider Info' : 'View Provider Info'}
          </Button>
        </div>
      </ProfileSection>
      <ProfileSection title="Addresses" text="Where you see patients.">
        <ProviderAddresses
          provider={{
            healthcareProviderId: provider.healthcareProviderId,
            fullName: `${provider.lastName}, ${provider.firstName}`,
          }}
        />
      </ProfileSection>
    </>
  );
}

const page = getRouteApi('/Profile');

interface ProfileTab {
  /** Number in the address: Provider 0, Account 1, Notifications 2 (docs/domain/profile.md). */
  tab: number;
  label: string;
  Content: ComponentType;
}

const provider = { tab: 0, label: 'Provider', Content: ProviderTab } satisfies ProfileTab;
const notifications = { tab: 2, label: 'Notifications', Content: NotificationsTab } satisfies ProfileTab;
const account = { tab: 1, label: 'Account', Content: AccountTab } satisfies ProfileTab;

/** The user's profile: identity, who may act for them, how they sign in, and where they are signed in. */
export function ProfilePage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  // The tabs depend on whether they are a provider; until that is known, the account is shown.
  const isProvider = useProfile(['Account']).data?.commonData.isProvider === true;
  const tabs: readonly ProfileTab[] = [...(isProvider ? [provider] : []), account, notifications];
  const shown = tabs.find(({ tab }) => tab === search.tab) ?? account;
  const acting = useActingFor();
  return (
    <Page title="Profile" actions={<ProfileOf />} maxWidth="64rem">
      <Tabs
        value={String(shown.tab)}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, tab: Number(value) }) })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={String(tab)}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(shown.tab)}>
          <shown.Content key={acting?.proxiedUserId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** For users who can act for others: selects whose profile is shown. */
function ProfileOf(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const acting = useActingFor();
  const actFor = useActFor();
  if (usersToImpersonate.length === 0) return null;
  return (
    <Select
      label="Profile of"
      w={240}
      allowDeselect={false}
      searchable={usersToImpersonate.length > 8}
      data={[
        { value: 'self', label: 'Myself' },
        ...usersToImpersonate.map(({ proxiedUserId, firstName, lastName }) => ({
          value: String(proxiedUserId),
          label: `${firstName} ${lastName}`,
        })),
      ]}
      value={String(acting?.proxiedUserId ?? 'self')}
      onChange={(value) => actFor(value === 'self' ? undefined : Number(value))}
    />
  );
}

/** The account, who acts for the user, and, only for the user's own account, its security. */
function AccountTab(): ReactNode {
  const profile = useProfile(['Account']);
  const [round, setRound] = useState(0);
  if (profile.data === undefined) return <QueryState query={profile} />;
  const { commonData, overviewData, accountData } = profile.data;
  if (accountData === null) return null;
  return (
    <>
      <AccountForm
        key={round}
        common={commonData}
        overview={overviewData}
        account={accountData}
        onSaved={() => setRound((before) => before + 1)}
      />
      <Proxies common={commonData} account={accountData} />
      <Proxied common={commonData} account={accountData} />
      {commonData.isSelf && (
        <>
          <Password />
          <SecondFactor />
          <SingleSignOnLinks />
          <Sessions />
        </>
      )}
    </>
  );
}

/** Single sign-on identities linked to the account, if any. A new password does not remove them. */
function SingleSignOnLinks(): ReactNode {
  const { data } = useQuery(queryOf(getLoginIdentities, {}));
  const [leaving, setLeaving] = useState<string>();
  if (data === undefined || data.identities.length === 0) return null;
  return (
    <ProfileSection
      title="Single sign-on"
      text="Signing in there opens your account here without its password. Changing your password does not affect this."
    >
      {data.identities.map(({ issuer, linkedAt }) => (
        <div key={issuer} className={classes['state']}>
          <div>
            <strong>{hostOf(issuer)}</strong>
            <p>
              Connected <DateText at={linkedAt} />
            </p>
          </div>
          <Button variant="default" aria-label={`Disconnect ${hostOf(issuer)}`} onClick={() => setLeaving(issuer)}>
            Disconnect
          </Button>
        </div>
      ))}
      {leaving !== undefined && <DisconnectDialog issuer={leaving} onClose={() => setLeaving(undefined)} />}
    </ProfileSection>
  );
}

function DisconnectDialog({ issuer, onClose }: { issuer: string; onClose: () => void }): ReactNode {
  const form = usePasswordForm();
  const remove = useCall(removeLoginIdentity, {
    form,
    onSuccess: () => toast.success('Single sign-on is disconnected.'),
  });
  return (
    <ConfirmPassword
      form={form}
      title="Disconnect single sign-on?"
      text={`Signing in at ${hostOf(issuer)} will no longer open your account, until it is connected again.`}
      acceptLabel="Disconnect"
      acceptTone="danger"
      onConfirm={(values) => remove.submit({ ...values, issuer })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
