import {
  listClientOrganizations,
  listMarkets,
  organizationForm,
  saveClientOrganization,
  saveMarket,
  type ManagedMarket,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import type { CallOf } from '@careloop/contracts/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { useSaving } from './clientCalls.ts';

interface Named {
  name: string;
  version: number | undefined;
}

type NameEndpoint = typeof saveClientOrganization | typeof saveMarket;

interface NameDialogProps<E extends NameEndpoint> {
  title: string;
  opened: Named;
  read: () => Promise<Named>;
  endpoint: E;
  /** The ids in the call. */
  ids: Omit<CallOf<E>, keyof Named>;
  onClose: () => void;
}

/** Edits something that only has a name. */
function NameDialog<E extends NameEndpoint>(props: NameDialogProps<E>): ReactNode {
  const { title, opened, read, endpoint, ids, onClose } = props;
  const form = useSchemaForm(organizationForm, { name: opened.name });
  const shared = (one: Named) => ({ values: { name: one.name }, version: one.version });
  const { version, onStale, notice } = useSharedEdit(form, shared(opened), async () => shared(await read()), {
    name: 'Name',
  });
  const save = useSaving(endpoint, { form, onStale });
  return (
    <FormDialog
      opened
      title={title}
      size="sm"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={async ({ name }) => {
        if (await save.submit({ ...ids, name, version } as CallOf<E>)) onClose();
      }}
    >
      {notice}
      <Field form={form} name="name" label="Name" required input={TrimmedTextInput} />
    </FormDialog>
  );
}

const nothing: Named = { name: '', version: undefined };

interface OrganizationDialogProps {
  /** Undefined for a new one. */
  organization?: ManagedOrganization | undefined;
  onClose: () => void;
}

export function OrganizationDialog({ organization, onClose }: OrganizationDialogProps): ReactNode {
  const client = useQueryClient();
  const id = organization?.clientOrganizationId;
  const read = async () => {
    const { items } = await client.fetchQuery({ ...queryOf(listClientOrganizations, {}), staleTime: 0 });
    return items.find((one) => one.clientOrganizationId === id) ?? nothing;
  };
  return (
    <NameDialog
      title={organization === undefined ? 'Add client organization' : `Rename ${organization.name}`}
      opened={organization ?? nothing}
      read={read}
      endpoint={saveClientOrganization}
      ids={{ clientOrganizationId: id }}
      onClose={onClose}
    />
  );
}

interface MarketDialogProps {
  clientId: number;
  market?: ManagedMarket | undefined;
  onClose: () => void;
}

export function MarketDialog({ clientId, market, onClose }: MarketDialogProps): ReactNode {
  const client = useQueryClient();
  const id = market?.marketId;
  const read = async () => {
    const { items } = await client.fetchQuery({ ...queryOf(listMarkets, { clientId }), staleTime: 0 });
    return items.find((one) => one.marketId === id) ?? nothing;
  };
  return (
    <NameDialog
      title={market === undefined ? 'Add market' : `Rename ${market.name}`}
      opened={market ?? nothing}
      read={read}
      endpoint={saveMarket}
      ids={{ clientId, marketId: id }}
      onClose={onClose}
    />
  );
}
