import type { Permission } from '@careloop/contracts/access';
import {
  editPermissions,
  savePermissions,
  userAdministrationTexts as texts,
  type EditedPermission,
} from '@careloop/contracts/administration/users';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { permissionTexts } from './permissionTexts.ts';
import classes from './Users.module.css';
import { userReads } from './useSaveUser.ts';

interface PermissionsDialogProps {
  userId: number;
  onClose: () => void;
}

/** Edits a user's permissions. */
export function PermissionsDialog({ userId, onClose }: PermissionsDialogProps): ReactNode {
  const query = useQuery(queryOf(editPermissions, { userId }));
  if (query.data !== undefined) return <EditPermissions edited={query.data} onClose={onClose} />;
  return (
    <Dialog opened title="Permissions" onClose={onClose}>
      {query.error === null ? (
        <DetailSkeleton />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

const permissionsForm = z.object({ permissions: z.array(z.string()) });

interface EditPermissionsProps {
  edited: OutputOf<typeof editPermissions>;
  onClose: () => void;
}

function EditPermissions({ edited, onClose }: EditPermissionsProps): ReactNode {
  const { userId, fullName, permissions, version } = edited;
  const held = permissions.filter(({ isHeld }) => isHeld).map(({ permission }) => permission);
  const form = useSchemaForm(permissionsForm, { permissions: held });
  const save = useCall(savePermissions, {
    invalidates: userReads,
    onError: 'form',
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
      onSubmit={(values) =>
        save
          .mutateAsync({ userId, permissions: values.permissions as Permission[], version })
          .then(onClose, (error: unknown) => applyServerErrors(form, error))
      }
    >
      <Checkbox.Group
        label="The user may"
        description="Changes take effect with the user's next action."
        value={form.watch('permissions')}
        onChange={(chosen) => form.setValue('permissions', chosen, { shouldDirty: true })}
      >
        <div className={classes['permissions']}>
          {permissions.map((one) => (
            <PermissionBox key={one.permission} edited={one} />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  );
}

function PermissionBox({ edited }: { edited: EditedPermission }): ReactNode {
  const { permission, isDefault, canChange } = edited;
  const usual = isDefault ? ' Usual for this user type.' : '';
  return (
    <Checkbox
      value={permission}
      label={permissionTexts[permission].label}
      description={canChange === true ? `${permissionTexts[permission].about}${usual}` : canChange}
      disabled={canChange !== true}
    />
  );
}
