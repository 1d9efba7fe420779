import type { EditedAddress, HealthcareProvider } from '@careloop/contracts/directory/providers';
import { formatPhone } from '@careloop/contracts/fields';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDay } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { WebLink } from '../../../ui/WebLink.tsx';
import { NetworkSummary } from '../network/NetworkSummary.tsx';
import { printProvider } from './printProvider.ts';
import { genderText } from './providerLabels.ts';
import classes from './Providers.module.css';

/** Everything about a provider, read-only. */
export function ProviderView({ provider, onClose }: { provider: HealthcareProvider; onClose: () => void }): ReactNode {
  const { firstName, lastName, degree, can } = provider;
  const mayEdit = useSession().permissions.has('EditProvider');
  return (
    <Dialog
      opened
      title="View Info"
      size={1080}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => printProvider(provider.healthcareProviderId)}
          >
            Print
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <h2 className={classes['name']}>{[`${lastName}, ${firstName}`, degree].filter(Boolean).join(', ')}</h2>
      {mayEdit && can.edit !== true && <Callout tone="info">{can.edit}</Callout>}
      <Deactivated provider={provider} />
      <div className={classes['columns']}>
        <section className={classes['column']}>
          <h3>General info</h3>
          <GeneralFacts provider={provider} />
          <h3>Addresses</h3>
          <AddressList addresses={provider.addresses} />
        </section>
        <section className={classes['column']}>
          <h3>Practitioner info</h3>
          <PractitionerFacts provider={provider} />
        </section>
        <section className={classes['column']}>
          <NetworkSummary provider={provider} />
          <h3>Public notes</h3>
          <p className={classes['notes']}>{provider.publicNotes ?? 'No public notes available'}</p>
          {mayEdit && (
            <>
              <h3>Private notes</h3>
              <p className={classes['notes']}>
                {can.seePrivateNotes === true
                  ? (provider.privateNotes ?? 'No private notes available')
                  : can.seePrivateNotes}
              </p>
            </>
          )}
        </section>
      </div>
    </Dialog>
  );
}

/** Shown wherever the provider is: the registry has deactivated the NPI. */
export function Deactivated({ provider }: { provider: Pick<HealthcareProvider, 'npiDeactivatedOn'> }): ReactNode {
  if (provider.npiDeactivatedOn === null) return null;
  return (
    <Callout tone="warning" title="NPI deactivated">
      The national registry deactivated this NPI number on {formatDay(provider.npiDeactivatedOn)}. The provider is not
      offered in searches.
    </Callout>
  );
}

type Shown = Omit<HealthcareProvider, 'can' | 'deaNumber' | 'homePhone' | 'mobilePhone' | 'privateNotes'> &
  Partial<Pick<HealthcareProvider, 'can' | 'deaNumber' | 'homePhone' | 'mobilePhone'>>;

export function GeneralFacts({ provider }: { provider: Shown }): ReactNode {
  const { can, homePhone, mobilePhone } = provider;
  return (
    <Facts
      columns={1}
      facts={[
        { label: 'NPI number', value: provider.npiNumber },
        { label: 'Specialty', value: provider.specialty },
        { label: 'Organization', value: provider.organizationName },
        { label: 'Gender', value: genderText(provider.gender) },
        { label: 'Office phone', value: formatPhone(provider.officePhone) },
        ...(can?.edit === true
          ? [
              { label: 'Mobile phone', value: formatPhone(mobilePhone) },
              { label: 'Home phone', value: formatPhone(homePhone) },
            ]
          : []),
        { label: 'Fax', value: formatPhone(provider.fax) },
        { label: 'Email', value: provider.email },
        { label: 'Direct email', value: provider.directEmail },
        { label: 'Website', value: provider.website && <WebLink href={provider.website} /> },
        { label: 'Origin client', value: provider.originClientName },
      ]}
    />
  );
}

export function PractitionerFacts({ provider }: { provider: Shown }): ReactNode {
  const accepts = provider.acceptsNewPatients;
  return (
    <Facts
      columns={1}
      facts={[
        { label: 'Degree', value: provider.degree },
        ...(provider.can?.edit === true ? [{ label: 'DEA number', value: provider.deaNumber }] : []),
        { label: 'License number', value: provider.licenseNumber },
        { label: 'Physician code', value: provider.physicianCode },
        { label: 'Accepts new patients', value: accepts === null ? null : accepts ? 'Yes' : 'No' },
        { label: 'Languages', value: provider.languages.map(({ name }) => name).join(', ') },
        { label: 'Tags', value: provider.tags.map(({ tagName }) => tagName).join(', ') },
        { label: 'Populations', value: provider.populations.join(', ') },
      ]}
    />
  );
}

export function AddressList({ addresses }: { addresses: readonly EditedAddress[] }): ReactNode {
  if (addresses.length === 0) return <p className={classes['dim']}>No addresses specified</p>;
  return (
    <ul className={classes['addresses']}>
      {addresses.map((address) => (
        <li key={address.healthcareProviderAddressInfoId}>
          <AddressWords address={address} />
        </li>
      ))}
    </ul>
  );
}

type Words = Omit<EditedAddress, 'healthcareProviderAddressInfoId' | 'addressId' | 'isMailing'> & {
  isMailing?: boolean;
};

export function AddressWords({ address }: { address: Words }): ReactNode {
  const { addressLabel, address1, address2, city, state, zipcode, officePhone, fax, locationCode } = address;
  const label = addressLabel ?? (address.isMailing === true ? 'Mailing address' : null);
  const phones = [officePhone && `Phone ${formatPhone(officePhone)}`, fax && `Fax ${formatPhone(fax)}`];
  return (
    <div className={classes['words']}>
      {label !== null && <strong>{label}</strong>}
      <span>{[address1, address2].filter(Boolean).join(', ')}</span>
      <span>{[city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</span>
      <span className={classes['dim']}>
        {[...phones, locationCode && `Clinic code ${locationCode}`].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}
