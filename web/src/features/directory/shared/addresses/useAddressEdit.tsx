import {
  getProviderAddresses,
  type addressDialogForm,
  type ProviderAddressDetail,
} from '@careloop/contracts/directory/addresses';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf } from '../../../../api/query.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { valuesOf } from './addressValues.ts';

type Schema = ReturnType<typeof addressDialogForm>;
type Form = UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;

/**
 * Concurrent edits of an address: the one who saves second sees the other's changes, keeps their own edits, and saves
 * again.
 */
export function useAddressEdit(
  form: Form,
  address: ProviderAddressDetail | undefined,
): { version: number | undefined; reload: (changedBy: string | null) => Promise<void>; notice: ReactNode } {
  const client = useQueryClient();
  const [version, setVersion] = useState(address?.version);
  const [changedBy, setChangedBy] = useState<string>();
  // Reading it subscribes the form to edited fields; only those are kept.
  void form.formState.dirtyFields;
  const reload = async (who: string | null) => {
    if (address === undefined) return;
    const { healthcareProviderId, healthcareProviderAddressInfoId: infoId } = address;
    const { addresses } = await client.fetchQuery({
      ...queryOf(getProviderAddresses, { healthcareProviderId, includeArchived: true }),
      staleTime: 0,
    });
    const now = addresses.find((one) => one.healthcareProviderAddressInfoId === infoId);
    if (now === undefined) return;
    const saveLocally = form.getValues('saveLocally');
    form.reset({ ...valuesOf({ ...now, faxNumber: now.fax }), saveLocally }, { keepDirtyValues: true });
    setVersion(now.version);
    setChangedBy(who ?? 'Somebody else');
  };
  return { version, reload, notice: changedBy !== undefined && <ChangedNotice by={changedBy} /> };
}

function ChangedNotice({ by }: { by: string }): ReactNode {
  return (
    <Callout tone="warning" role="alert" title={`${by} saved changes while you were editing`}>
      Your changes are kept; all other fields show what is saved now. Check the form and save again.
    </Callout>
  );
}
