import { useState, type ReactNode } from 'react';
import { openProviderEditor } from '../shared/providerDialogs.ts';
import { FindProvider, type ProviderSearch } from './FindProvider.tsx';
import { ProviderEditor } from './ProviderEditor.tsx';

/** Find, then add. Canceling returns to the results; saving clears the search and shows the new provider. */
export function FindOrAdd({ patientId }: { patientId?: number | undefined }): ReactNode {
  const [search, setSearch] = useState<ProviderSearch>();
  const [added, setAdded] = useState<ProviderSearch>();
  const [round, setRound] = useState(0);
  const accept = (healthcareProviderId: number) => {
    setAdded(undefined);
    setSearch(undefined);
    setRound(round + 1);
    openProviderEditor(healthcareProviderId);
  };
  return (
    <>
      <FindProvider key={round} patientId={patientId} search={search} onSearch={setSearch} onCreate={setAdded} />
      {added !== undefined && <ProviderEditor typed={added} onClose={() => setAdded(undefined)} onSaved={accept} />}
    </>
  );
}
