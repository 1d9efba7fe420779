import { listUserTypes, type UserTypeEntry } from '@careloop/contracts/administration/userTypes';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';

/** The user types an administrator can choose from, archived ones included; empty while they load. */
export function useUserTypes(): readonly UserTypeEntry[] {
  return useQuery(queryOf(listUserTypes, {})).data?.items ?? [];
}
