import { getUserProfile, type ProfilePart, type UserProfile } from '@careloop/contracts/profile';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { useActingFor } from '../../shell/actingFor.ts';

/** The user whose profile is shown: the signed-in user, or the person acted for. */
function useProfileUser(): number {
  const { user } = useSession();
  return useActingFor()?.proxiedUserId ?? user.userId;
}

export function profileQuery(userId: number, requestTypes: ProfilePart[]) {
  return queryOf(getUserProfile, { userId, requestTypes });
}

export function useProfile(requestTypes: ProfilePart[]): UseQueryResult<UserProfile, ApiError> {
  return useQuery(profileQuery(useProfileUser(), requestTypes));
}
