import { getUserOrganizations } from '@careloop/contracts/directory/lookups';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';

/** Prefills the user's first organization, else that of their client, unless the field has a value. */
export function useDefaultOrganization<Values extends FieldValues & { fromOrganizationName: string }, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
): void {
  const { clientOrganization } = useSession().context;
  const { data } = useQuery(queryOf(getUserOrganizations, {}));
  const name = data && (data.organizations[0]?.healthcareOrganizationName ?? clientOrganization?.name);
  useEffect(() => {
    const field = 'fromOrganizationName' as Path<Values>;
    if (name === undefined || form.getValues(field) !== '') return;
    form.resetField(field, { defaultValue: name as PathValue<Values, Path<Values>> });
  }, [name, form]);
}
