import { endOtherSessions, endUserSession, getSessions } from '@careloop/contracts/session/credentials';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { formatDateTime } from '../../ui/dates.ts';
import { DateTimeText, RelativeTime } from '../../ui/DateText.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './Profile.module.css';

type Session = OutputOf<typeof getSessions>['sessions'][number];

/** Refetch interval in milliseconds: sessions on other devices may start and end meanwhile. */
const refetchEvery = 30_000;

/** The user's sessions, with buttons to end them. */
export function Sessions(): ReactNode {
  const list = useQuery({ ...queryOf(getSessions, {}), refetchInterval: refetchEvery });
  return (
    <ProfileSection
      title="Where you are signed in"
      text="Sign out any session you do not recognize, then change your password."
    >
      <QueryState query={list} loading={<ListSkeleton count={2} />}>
        {({ sessions }) => <SessionList sessions={sessions} />}
      </QueryState>
    </ProfileSection>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }): ReactNode {
  const endOthers = useCall(endOtherSessions, {
    onSuccess: ({ endedCount }) =>
      toast.success(endedCount === 1 ? '1 other session was ended.' : `${endedCount} other sessions were ended.`),
  });
  const askAndEndOthers = async () => {
    const isAgreed = await confirm({
      title: 'End all other sessions?',
      message: 'You are signed out everywhere else. Unsaved changes there may be lost.',
      yes: 'End all others',
      no: 'Cancel',
      tone: 'danger',
    });
    if (isAgreed) endOthers.mutate({});
  };
  const current = sessions.filter(({ isCurrent }) => isCurrent);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className={classes['sessions']}>
        {[...current, ...others].map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={classes['buttons']}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => void askAndEndOthers()}>
            End all others
          </Button>
        </div>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }): ReactNode {
  const { sessionId, isCurrent, device, ip, signedInAt, lastSeenAt } = session;
  const end = useCall(endUserSession, {
    onSuccess: () => toast.success(`${device} was signed out.`),
  });
  const DeviceIcon = /iOS|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes['session']}>
      <DeviceIcon size={22} stroke={1.5} aria-hidden />
      <div className={classes['device']}>
        <strong>{device}</strong>
        <span>{ip ?? 'Address unknown'}</span>
      </div>
      <div className={classes['when']}>
        <span>
          Last used <RelativeTime at={lastSeenAt} />
        </span>
        <span>
          Signed in <DateTimeText at={signedInAt} />
        </span>
      </div>
      {isCurrent ? (
        <StatusBadge tone="success" label="This device" />
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          // There may be several of one kind of device.
          aria-label={`End session of ${device}, signed in ${formatDateTime(signedInAt)}`}
          onClick={() => end.mutate({ sessionId })}
        >
          End
        </Button>
      )}
    </li>
  );
}
