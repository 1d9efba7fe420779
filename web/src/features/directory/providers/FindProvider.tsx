import { findProviders, providerSearchForm, type ProviderMatch } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import type { CallOf } from '@careloop/contracts/endpoint';
import { Button, UnstyledButton } from '@mantine/core';
import { IconSearchOff, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { NpiInput } from '../../../ui/ruleInputs.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { openProviderEditor } from '../shared/providerDialogs.ts';
import { providerLabels } from './providerLabels.ts';
import classes from './Providers.module.css';

export type ProviderSearch = z.output<typeof providerSearchForm>;

interface FindProviderProps {
  /** The patient a provider is needed for. */
  patientId: number | undefined;
  /** The previous search, when the user comes back from adding. */
  search: ProviderSearch | undefined;
  onSearch: (search: ProviderSearch) => void;
  /** Continues to the second step with the typed values. */
  onCreate: (search: ProviderSearch) => void;
}

/** Finds a provider in the directory: form on the left, help or results on the right. */
export function FindProvider({ patientId, search, onSearch, onCreate }: FindProviderProps): ReactNode {
  const form = useSchemaForm(providerSearchForm, { firstName: '', lastName: '', npiNumber: '', ...search });
  const mayAdd = useSession().permissions.has('AddProvider');
  const create = form.handleSubmit((values) => {
    if (values.npiNumber !== null) onCreate(values);
    else form.setError('npiNumber', { message: identifierTexts.npiRequired }, { shouldFocus: true });
  });
  return (
    <FormProvider {...form}>
      <div className={classes['find']}>
        <form
          className={classes['form']}
          aria-label="Find provider"
          noValidate
          onSubmit={(event) => {
            event.stopPropagation();
            void form.handleSubmit(onSearch)(event);
          }}
        >
          <Field form={form} name="firstName" label={providerLabels.firstName} required input={TrimmedTextInput} />
          <Field form={form} name="lastName" label={providerLabels.lastName} required input={TrimmedTextInput} />
          <Field
            form={form}
            name="npiNumber"
            label={providerLabels.npiNumber}
            description={mayAdd ? 'Needed only to add a new provider.' : undefined}
            input={NpiInput}
          />
          <Button type="submit">Search</Button>
        </form>
        <section className={classes['results']} aria-label="Results">
          {search === undefined ? (
            <Help />
          ) : (
            <Results search={{ ...search, patientId }} onCreate={() => void create()} />
          )}
        </section>
      </div>
    </FormProvider>
  );
}

function Help(): ReactNode {
  const mayAdd = useSession().permissions.has('AddProvider');
  return (
    <>
      <h3>Is the provider in the directory already?</h3>
      <p>
        Search by first and last name. The first letters of each are enough. If you also enter an NPI number, its
        provider comes first, whatever the name.
      </p>
      {mayAdd && <p>If nobody matches, you can add the provider with their NPI number.</p>}
    </>
  );
}

function Results({ search, onCreate }: { search: CallOf<typeof findProviders>; onCreate: () => void }): ReactNode {
  const mayAdd = useSession().permissions.has('AddProvider');
  const query = useQuery(queryOf(findProviders, search));
  if (query.data === undefined)
    return <QueryState query={query} loading={<ListSkeleton count={4} />} failure="Error searching for providers." />;
  const { healthcareProviders, hasMore } = query.data;
  const createButton = mayAdd && (
    <Button variant="default" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onCreate}>
      Create New Provider
    </Button>
  );
  if (healthcareProviders.length === 0) {
    return (
      <div role="status">
        <EmptyState
          icon={<IconSearchOff size={24} />}
          title={providerTexts.noMatches}
          text={mayAdd ? `${providerTexts.checkInfo} If it is right, create a new provider.` : providerTexts.checkInfo}
          action={createButton}
        />
      </div>
    );
  }
  const sameNumber = healthcareProviders.filter(({ isNpiMatch }) => isNpiMatch);
  const others = healthcareProviders.filter(({ isNpiMatch }) => !isNpiMatch);
  const hasNpiMatch = sameNumber.length > 0;
  return (
    <>
      <div role="status">
        <h3>{hasNpiMatch ? 'This NPI number is in the directory' : 'Possible matches'}</h3>
        {hasNpiMatch ? (
          <Callout tone="warning">{providerTexts.sameNpi}</Callout>
        ) : (
          <p>
            {mayAdd ? 'Select the provider, or create a new one if none of these is right.' : 'Select the provider.'}
          </p>
        )}
      </div>
      <Matches label="Matching providers" providers={hasNpiMatch ? sameNumber : healthcareProviders} />
      {hasNpiMatch && others.length > 0 && (
        <>
          <h3>Other providers with this name</h3>
          <Matches label="Other providers with this name" providers={others} />
        </>
      )}
      {hasMore && <p>Only the first {healthcareProviders.length} are shown. Type more of the name.</p>}
      {!hasNpiMatch && createButton}
    </>
  );
}

function Matches({ label, providers }: { label: string; providers: readonly ProviderMatch[] }): ReactNode {
  return (
    <ul className={classes['matches']} aria-label={label}>
      {providers.map((provider) => (
        <Match key={provider.healthcareProviderId} provider={provider} />
      ))}
    </ul>
  );
}

function Match({ provider }: { provider: ProviderMatch }): ReactNode {
  const { firstName, lastName, degree, npiNumber, specialty, name: organization } = provider;
  const { address1, city, state, zipcode } = provider;
  const name = [`${lastName}, ${firstName}`, degree].filter(Boolean).join(', ');
  const facts = [
    provider.affiliationTierDescription,
    provider.isActiveOnCareTeam === true && 'On the care team',
    provider.hasExistingReferral === true && 'Has an open referral',
  ].filter((fact) => typeof fact === 'string');
  const place = [address1, city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <li>
      <UnstyledButton className={classes['match']} onClick={() => openProviderEditor(provider.healthcareProviderId)}>
        <span className={classes['words']}>
          <strong>{name}</strong>
          <span className={classes['dim']}>
            {[specialty, organization, npiNumber !== null && `NPI ${npiNumber}`].filter(Boolean).join(' · ')}
          </span>
          {place !== '' && <span className={classes['dim']}>{place}</span>}
          {facts.length > 0 && <span className={classes['dim']}>{facts.join(' · ')}</span>}
        </span>
        <span className={classes['open']}>
          {provider.can.edit === true ? 'Edit Provider Info' : 'View Provider Info'}
        </span>
      </UnstyledButton>
    </li>
  );
}
