import { allOf } from '@careloop/contracts/access';
import {
  organizationSearchForm,
  organizationTexts,
  searchOrganizations,
  type FoundOrganization,
} from '@careloop/contracts/directory/organizations';
import { Button } from '@mantine/core';
import { IconBuildingHospital, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { LoadingCallout } from '../../../ui/LoadingCallout.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { OrganizationIdentity } from './OrganizationFields.tsx';
import classes from './Organizations.module.css';

type Asked = z.output<typeof organizationSearchForm>;

/** Searches organizations by name and NPI; a new one is added on its own page. */
export function FindOrganizationDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useSchemaForm(organizationSearchForm, { name: '', npiNumber: '' });
  const [asked, setAsked] = useState<Asked>();
  return (
    <FormDialog
      opened
      title={organizationTexts.find}
      size={860}
      form={form}
      onClose={onClose}
      cancelLabel="Close"
      acceptLabel="Search"
      savingLabel="Searching..."
      isAcceptEnabled
      // The form only searches; it does not save.
      onSubmit={(values) => {
        setAsked(values);
        form.reset(values);
      }}
    >
      <div className={classes['panes']}>
        <section className={classes['pane']} aria-label="Search">
          <FormProvider {...form}>
            <OrganizationIdentity isNpiRequired />
          </FormProvider>
        </section>
        <section className={classes['pane']} aria-label="Organizations found">
          {asked === undefined ? <Help /> : <Results asked={asked} onLeave={onClose} />}
        </section>
      </div>
    </FormDialog>
  );
}

function Help(): ReactNode {
  return (
    <EmptyState
      icon={<IconBuildingHospital size={24} aria-hidden />}
      title="Search before you add"
      text="Enter the name and the NPI number of the organization. Organizations already in the directory are shown here."
    />
  );
}

function Results({ asked, onLeave }: { asked: Asked; onLeave: () => void }): ReactNode {
  const { can } = useSession();
  const query = useQuery(queryOf(searchOrganizations, asked));
  if (query.data === undefined)
    return <QueryState query={query} loading={<LoadingCallout>Searching...</LoadingCallout>} />;
  const { healthcareOrganizations: found, hasMore } = query.data;
  const isTaken = found.some(({ npiNumber }) => npiNumber === asked.npiNumber);
  const mayAdd = can(allOf('AddProvider')) && !isTaken;
  return (
    <>
      {found.length === 0 ? (
        <div role="status">
          <EmptyState title={organizationTexts.noMatches} text={mayAdd ? undefined : organizationTexts.checkInfo} />
        </div>
      ) : (
        <>
          <h3>{isTaken ? 'An organization has this NPI number' : 'Organizations with a similar name'}</h3>
          {isTaken && <p className={classes['note']}>{organizationTexts.sameNpi}</p>}
          <ul className={classes['found']} aria-label="Organizations">
            {found.map((one) => (
              <FoundRow key={one.healthcareOrganizationId} found={one} />
            ))}
          </ul>
          {hasMore && (
            <p className={classes['note']}>Only the first {found.length} are shown. Type more of the name.</p>
          )}
        </>
      )}
      {mayAdd && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onLeave}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/Organizations/$healthcareOrganizationId"
              params={{ healthcareOrganizationId: '0' }}
              search={asked}
            />
          )}
        >
          Create new organization
        </Button>
      )}
    </>
  );
}

function FoundRow({ found }: { found: FoundOrganization }): ReactNode {
  const { healthcareOrganizationId, name, npiNumber, city, state, zipcode } = found;
  const place = [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <li>
      <Link
        to="/Organizations/$healthcareOrganizationId"
        params={{ healthcareOrganizationId: String(healthcareOrganizationId) }}
        target="_blank"
      >
        {name} <IconExternalLink size={14} aria-label="(opens in a new tab)" />
      </Link>
      <span>{[npiNumber && `NPI ${npiNumber}`, place].filter(Boolean).join(' · ')}</span>
    </li>
  );
}
