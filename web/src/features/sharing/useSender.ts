import { useSession } from '../../session/useSession.ts';

/** Initial sender of charts: the user, with their first organization or else that of their client. */
export function useSender(): { fromFullName: string; fromOrganizationName: string } {
  const { user, context } = useSession();
  const organization = context.organizations[0]?.healthcareOrganizationName ?? context.clientOrganization?.name;
  return { fromFullName: `${user.firstName} ${user.lastName}`, fromOrganizationName: organization ?? '' };
}
