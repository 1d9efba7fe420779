import { proxyTexts, profileTexts } from '@careloop/contracts/profile/texts';
import type { EnrollmentStatus, ProxyType } from '@careloop/contracts/codes/profile';
import { allowsStep, enrollmentTexts } from '@careloop/contracts/profile/enrollment';
import type { UserType } from '@careloop/contracts/codes';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** A profile, and the caller's relation to its user. */
export interface ProfileRow {
  userId: number;
  userType: UserType;
  version: number;
  /** The caller's type as a proxy of the user; null for the user and for others. */
  callerType: ProxyType | null;
}

const isSelf = (actor: Actor, { userId }: Pick<ProfileRow, 'userId'>) => actor.userId === userId;

const mayManage = (actor: Actor, row: ProfileRow) => {
  if (row.userType === 'system_administrator') return proxyTexts.superUser;
  return isSelf(actor, row) || row.callerType === 'administrator' || proxyTexts.notManager;
};

/** Office users have no office of their own, so there are no administrators to assign. */
const mayAssign = (actor: Actor, row: ProfileRow) =>
  (isSelf(actor, row) && row.userType !== 'office_user') || proxyTexts.notAssigner;

/** Permissions for a profile (docs/domain/profile.md). */
export const profilePolicy: Policy<ProfileRow, 'edit' | 'manageProxies' | 'assignAdministrators'> = {
  edit: (actor, row) => isSelf(actor, row) || row.callerType !== null || profileTexts.notFound,
  manageProxies: mayManage,
  assignAdministrators: (actor, row) => {
    const manage = mayManage(actor, row);
    return manage === true ? mayAssign(actor, row) : manage;
  },
};

/** A proxy of a user. */
export interface ProxyRow {
  /** The profile of the user acted for. */
  profile: ProfileRow;
  proxyUserId: number;
  type: ProxyType;
}

export const proxyPolicy: Policy<ProxyRow, 'remove' | 'setType'> = {
  remove: (actor, { profile, proxyUserId, type }) => {
    if (actor.userId === proxyUserId) return true;
    // Acting for someone is not transitive, so only the user and their administrators may remove an administrator.
    if (type === 'administrator') return isSelf(actor, profile) || proxyTexts.notAssigner;
    return mayManage(actor, profile);
  },
  setType: (actor, { profile }) => {
    const manage = mayManage(actor, profile);
    return manage === true ? mayAssign(actor, profile) : manage;
  },
};

/** An account requested for a proxy. */
export interface EnrollmentRow {
  /** The user the account is to act for. */
  profile: ProfileRow;
  proxyUserId: number;
  status: EnrollmentStatus;
  /** Whether it was requested for this user, and not for another one before. */
  isSupervised: boolean;
}

export const enrollmentPolicy: Policy<EnrollmentRow, 'request' | 'decide'> = {
  request: (actor, { profile, status }) => {
    const manage = mayManage(actor, profile);
    if (manage !== true) return manage;
    return allowsStep(status, 'request') || enrollmentTexts.notAgain;
  },
  // Not on their behalf, since a proxy made the request.
  decide: (actor, { profile, status, isSupervised }) => {
    if (!isSelf(actor, profile) || !isSupervised) return enrollmentTexts.notSupervisor;
    return allowsStep(status, 'approve') || enrollmentTexts.notWaiting;
  },
};
