import {
  clientLogoForm,
  clientLogoLimits,
  listClientLogos,
  saveClientLogo,
  type ClientLogo,
} from '@careloop/contracts/administration/clientLogo';
import type { ManagedClient } from '@careloop/contracts/administration/clients';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useClientLogo } from '../../../components/useClientLogo.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { inBase64 } from '../../../lib/inBase64.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ImageUpload } from '../../../ui/ImageUpload.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { useSaving } from './clientCalls.ts';
import classes from './Clients.module.css';

interface LogoDialogProps {
  client: ManagedClient;
  onClose: () => void;
}

const shared = (one?: ClientLogo) => ({ values: { picture: null as File | null }, version: one?.version ?? undefined });

/** Replaces or removes the logo of a client. */
export function LogoDialog({ client: { clientId, displayName }, onClose }: LogoDialogProps): ReactNode {
  const queries = useQueryClient();
  const { logo, picture: current } = useClientLogo(clientId);
  const currentUrl = useObjectUrl(current);
  const form = useSchemaForm(clientLogoForm, { picture: null });
  const read = async () => {
    const { items } = await queries.fetchQuery({ ...queryOf(listClientLogos, {}), staleTime: 0 });
    return shared(items.find((one) => one.clientId === clientId));
  };
  const { version, onStale, notice } = useSharedEdit(form, shared(logo), read, { picture: 'Logo' });
  const save = useSaving(saveClientLogo, { form, onStale });
  const submit = async (picture: string | null) => {
    if (await save.submit({ clientId, picture, version })) onClose();
  };
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove logo',
      message: `Printed pages of ${displayName} will show the logo of this site.`,
      yes: 'Remove logo',
      no: 'Cancel',
      tone: 'danger',
    });
    if (isSure) await submit(null);
  };
  return (
    <FormDialog
      opened
      title={`Logo of ${displayName}`}
      size="md"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={async ({ picture }) => {
        if (picture !== null) await submit(await inBase64(picture));
      }}
      footerLeft={
        logo?.isSet === true && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            Remove logo
          </Button>
        )
      }
    >
      {notice}
      <div className={classes['stack']}>
        <Text fz="sm">
          Shown on printed pages instead of the logo of this site. At most {clientLogoLimits.side} ×{' '}
          {clientLogoLimits.side} pixels; wide pictures on a white or transparent background print best.
        </Text>
        <Field form={form} name="picture" label="Logo">
          {(field) => (
            <ImageUpload
              {...field}
              maxBytes={clientLogoLimits.bytes}
              {...(currentUrl !== undefined && { currentUrl })}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
