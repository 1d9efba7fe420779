import { getProvider } from '@careloop/contracts/directory/providers';
import { formatPhone } from '@careloop/contracts/fields';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ProviderAddresses } from '../directory/shared/addresses/ProviderAddresses.tsx';
import { openProviderEditor } from '../directory/shared/providerDialogs.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { useProfile } from './useProfile.ts';
import classes from './Profile.module.css';

const genders = { M: 'Male', F: 'Female' } as const;

/** The user's own provider record: shown here, edited in the directory's dialogs. */
export function ProviderTab(): ReactNode {
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
