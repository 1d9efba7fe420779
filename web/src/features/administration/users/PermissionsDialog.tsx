import type { Permission } from '@careloop/contracts/access';
import {
  editPermissions,
  savePermissions,
  userAdministrationTexts as texts,
  type EditedPermission,
} from '@careloop/contracts/administration/users';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Input } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { permissionTexts } from './permissionTexts.ts';
import classes from './Users.module.css';

interface PermissionsDialogProps {
  userId: number;
  onClose: () => void;
}

/** Edits a user's permissions. */
export function PermissionsDialog({ userId, onClose }: PermissionsDialogProps): ReactNode {
  const query = useQuery(queryOf(editPermissions, { userId }));
  if (query.data !== undefined) return <EditPermissions key={userId} edited={query.data} onClose={onClose} />;
  return (
    <Dialog opened title="Permissions" onClose={onClose}>
      <QueryState query={query} />
    </Dialog>
  );
}

/** Whether each permission is held. A field each, so that two people can change different ones. */
const permissionsForm = z.record(z.string(), z.boolean());
type PermissionsForm = z.output<typeof permissionsForm>;

const sharedOf = ({ permissions, version }: OutputOf<typeof editPermissions>) => ({
  values: Object.fromEntries(permissions.map(({ permission, isHeld }) => [permission, isHeld])) as PermissionsForm,
  version,
});
/** Labels of the form's fields, the permissions. */
const labels = Object.fromEntries(
  Object.entries(permissionTexts).map(([permission, { label }]) => [permission, label]),
) as Record<Permission, string>;

interface EditPermissionsProps {
  edited: OutputOf<typeof editPermissions>;
  onClose: () => void;
}

function EditPermissions({ edited, onClose }: EditPermissionsProps): ReactNode {
  const { userId, fullName, permissions } = edited;
  const client = useQueryClient();
  const opened = sharedOf(edited);
  const form = useSchemaForm(permissionsForm, opened.values);
  const read = async () => sharedOf(await client.fetchQuery({ ...queryOf(editPermissions, { userId }), staleTime: 0 }));
  const { version, onStale, notice } = useSharedEdit(form, opened, read, labels);
  const save = useCall(savePermissions, {
    form,
    onStale,
    onSuccess: () => toast.success(texts.permissionsSaved),
  });
  return (
    <FormDialog
      opened
      title={`Permissions of ${fullName}`}
      size={720}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={async (values) => {
        const held = permissions.map(({ permission }) => permission).filter((permission) => values[permission]);
        if (await save.submit({ userId, permissions: held, version })) onClose();
      }}
    >
      {notice}
      <Input.Wrapper
        role="group"
        labelElement="div"
        label="The user may"
        description="Changes take effect with the user's next action."
        descriptionProps={{ id: 'permissions-effect' }}
        aria-label="The user may"
        aria-describedby="permissions-effect"
      >
        <div className={classes['permissions']}>
          {permissions.map((one) => (
            <PermissionBox key={one.permission} edited={one} form={form} />
          ))}
        </div>
      </Input.Wrapper>
    </FormDialog>
  );
}

interface PermissionBoxProps {
  edited: EditedPermission;
  form: UseFormReturn<PermissionsForm, unknown, PermissionsForm>;
}

function PermissionBox({ edited, form }: PermissionBoxProps): ReactNode {
  const { permission, isDefault, canChange } = edited;
  const usual = isDefault ? ' Usual for this user type.' : '';
  return (
    <Field
      form={form}
      name={permission}
      label={permissionTexts[permission].label}
      description={canChange === true ? `${permissionTexts[permission].about}${usual}` : canChange}
    >
      {(field) => <CheckboxInput {...field} disabled={canChange !== true} />}
    </Field>
  );
}
