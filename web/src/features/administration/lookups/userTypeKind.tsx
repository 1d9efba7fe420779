import { allOf, permissions, type Permission } from '@careloop/contracts/access';
import {
  archiveUserType,
  deleteUserType,
  getUserType,
  listUserTypes,
  ownUserTypeKinds,
  saveUserType,
  userTypeForm,
  userTypeTexts as texts,
  type UserTypeEntry,
} from '@careloop/contracts/administration/userTypes';
import { userTypeLabels } from '@careloop/contracts/codes';
import { Checkbox, Select, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../session/useSession.ts';
import { Field } from '../../../ui/Field.tsx';
import { permissionTexts } from '../users/permissionTexts.ts';
import { NameField } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import classes from './Lookups.module.css';
import { formatNumber } from '../../../ui/numbers.ts';

type Values = z.input<typeof userTypeForm>;

const typeLabels = { name: 'Name', userType: 'Works like', permissions: 'What a new user may do' } as const;

const kinds = ownUserTypeKinds.map((value) => ({ value, label: userTypeLabels[value] }));

/** User types: the built-in ones, which are fixed, and those of the administrator's clients. */
export const userTypeKind: LookupKind<UserTypeEntry, Values, z.output<typeof userTypeForm>> = {
  one: 'user type',
  many: 'user types',
  placeholder: 'Name',
  isShared: 'own',
  scope: {},
  list: listUserTypes,
  find: (input, signal) => call(listUserTypes, input, { signal }),
  get: getUserType,
  read: (id, signal) => call(getUserType, { id }, { signal }),
  save: saveUserType,
  archive: archiveUserType,
  remove: deleteUserType,
  columns: [
    { title: typeLabels.userType, isShort: true, render: worksLike },
    { title: typeLabels.permissions, isSecondary: true, render: ({ permissions: held }) => namesOf(held) },
    { title: 'Users', isNumeric: true, render: ({ userCount }) => formatNumber(userCount) },
  ],
  form: userTypeForm,
  valuesOf: (entry) => ({
    name: entry?.name ?? '',
    userType: (entry?.userType ?? 'office_user') as Values['userType'],
    permissions: entry?.permissions ?? [],
  }),
  labels: typeLabels,
  fields: <TypeFields />,
};

function worksLike({ clientId, userType }: UserTypeEntry): string {
  return clientId === null ? 'Built in' : userTypeLabels[userType];
}

const namesOf = (held: readonly Permission[]) => held.map((one) => permissionTexts[one].label).join(', ');

function TypeFields(): ReactNode {
  const { can } = useSession();
  const form = useFormContext<Values>();
  const { name, userType } = form.formState.defaultValues ?? {};
  const isSaved = name !== '';
  // A built-in type, which cannot be saved, shows itself.
  const choices = isSaved && userType !== undefined ? [{ value: userType, label: userTypeLabels[userType] }] : kinds;
  return (
    <div className={classes['fields']}>
      <NameField />
      <Field form={form} name="userType" label={typeLabels.userType} description={texts.worksLike}>
        {(field) => (
          <Select
            {...field}
            allowDeselect={false}
            disabled={isSaved}
            data={choices}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
      <Field form={form} name="permissions" label={typeLabels.permissions}>
        {({ value, onChange, error }) => (
          <Checkbox.Group
            label={typeLabels.permissions}
            value={value}
            error={error}
            onChange={(chosen) => onChange(chosen as Permission[])}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
              {permissions.map((one) => (
                <Checkbox key={one} value={one} label={permissionTexts[one].label} disabled={!can(allOf(one))} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
      </Field>
    </div>
  );
}
