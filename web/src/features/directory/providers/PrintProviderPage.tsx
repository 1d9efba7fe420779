import { getProviderToPrint, type PrintedProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { PrintHead } from '../../../components/PrintHead.tsx';
import { formatNamedDateTime } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { numberPages } from '../../../ui/printPage.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import classes from './PrintProvider.module.css';
import { AddressList, Deactivated, GeneralFacts, PractitionerFacts } from './ProviderView.tsx';

const page = getRouteApi('/Coordinator/PrintProvider/$healthcareProviderId');

/** Delay in milliseconds after the logo has loaded: the browser still needs to lay it out. */
const printAfter = 500;

/** A provider on paper. The page opens in its own window and prints automatically. */
export function PrintProviderPage(): ReactNode {
  const healthcareProviderId = Number(page.useParams().healthcareProviderId);
  const { shouldShowNotes = 0 } = page.useSearch();
  const isId = Number.isSafeInteger(healthcareProviderId) && healthcareProviderId > 0;
  const query = useQuery({
    ...queryOf(getProviderToPrint, { healthcareProviderId }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isId,
  });
  if (!isId || query.error?.code === 'no_access') {
    return (
      <EmptyState
        heading="h1"
        title={providerTexts.notFound}
        text="Close this window, or look for another provider."
        action={<Link to="/Providers">Find a provider</Link>}
      />
    );
  }
  if (query.data !== undefined) return <Printed provider={query.data} showsNotes={shouldShowNotes === 1} />;
  return (
    <div className={classes['page']}>
      <QueryState query={query} heading="h1" />
    </div>
  );
}

function Printed({ provider, showsNotes }: { provider: PrintedProvider; showsNotes: boolean }): ReactNode {
  const { firstName, middleName, lastName, degree, npiNumber, publicNotes, printedAt } = provider;
  const name = [[firstName, middleName, lastName].filter(Boolean).join(' '), degree].filter(Boolean).join(', ');
  const subject = [name, npiNumber && `NPI ${npiNumber}`].filter(Boolean).join(' · ');
  const [isLogoReady, setLogoReady] = useState(false);
  useEffect(() => {
    if (!isLogoReady) return;
    const end = numberPages('letter', subject);
    const timer = setTimeout(() => window.print(), printAfter);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isLogoReady, subject]);
  return (
    <article className={classes['page']}>
      <PrintHead
        title="Physician Information"
        meta={`Printed ${formatNamedDateTime(printedAt)}`}
        onLogoReady={() => setLogoReady(true)}
      >
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </PrintHead>
      <h2>{name}</h2>
      <Deactivated provider={provider} />
      <div className={classes['columns']}>
        <section>
          <h3>General info</h3>
          <GeneralFacts provider={provider} />
        </section>
        <section>
          <h3>Practitioner info</h3>
          <PractitionerFacts provider={provider} />
        </section>
      </div>
      <section>
        <h3>Addresses</h3>
        <AddressList addresses={provider.addresses} />
      </section>
      {showsNotes && (
        <section>
          <h3>Public notes</h3>
          <p className={classes['notes']}>{publicNotes ?? 'No public notes available'}</p>
        </section>
      )}
    </article>
  );
}
