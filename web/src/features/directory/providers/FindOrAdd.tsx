import { useState, type ReactNode } from 'react';
import { FindProvider, type ProviderSearch } from './FindProvider.tsx';
import { ProviderEditor } from './ProviderEditor.tsx';

/** Find, then add. Canceling returns to the results; saving clears the search. */
export function FindOrAdd({ patientId }: { patientId?: number | undefined }): ReactNode {
  const [search, setSearch] = useState<ProviderSearch>();
  const [added, setAdded] = useState<ProviderSearch>();
  const [round, setRound] = useState(0);
  const accept = () => {
    setAdded(undefined);
    setSearch(undefined);
    setRound(round + 1);
  };
  return (
    <>
      <FindProvider key={round} patientId={patientId} search={search} onSearch={setSearch} onCreate={setAdded} />
      {added !== undefined && <ProviderEditor typed={added} onClose={() => setAdded(undefined)} onSaved={accept} />}
    </>
  );
}
