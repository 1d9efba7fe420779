import { sessionLifetimeHours } from '@careloop/contracts/session';
import { Button } from '@mantine/core';
import { IconClockExclamation, IconUserShare } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useLocation, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { endSession } from '../session/actions.ts';
import { useMinutesLeft } from '../session/useMinutesLeft.ts';
import { useSession } from '../session/useSession.ts';
import { Bar } from '../ui/Bar.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { toast } from '../ui/toasts.tsx';
import { useActFor, useActingFor } from './actingFor.ts';
import { ConnectionCallout } from './ConnectionCallout.tsx';
import { useFeatures } from './features.ts';
import { Footer } from './Footer.tsx';
import { NavigationGuard } from './NavigationGuard.tsx';
import { MainNavigation } from './NavRail.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import classes from './Shell.module.css';
import { ShellDialogs, showShellDialog } from './shellDialogs.tsx';

/** The layout around every page. */
export function AppShell(): ReactNode {
  const main = useRef<HTMLElement>(null);
  const features = useFeatures();
  const isBare = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.isBare === true });
  useShortcut('?', 'Keyboard shortcuts', () => showShellDialog('shortcuts'));
  if (isBare) {
    return (
      <main id="main" ref={main} tabIndex={-1}>
        <RouteTitle />
        <Outlet />
      </main>
    );
  }
  return (
    <div className={classes['shell']}>
      <a
        className={classes['skip']}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to main content
      </a>
      <RouteTitle />
      <ActingGuard />
      <LoadingBar />
      <MainNavigation />
      <div className={classes['page']}>
        <ActingBar />
        <ConnectionCallout />
        <SessionEndBar />
        {features.map(({ Banner }, index) => Banner !== undefined && <Banner key={index} />)}
        <div className={classes['content']}>
          <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <NavigationGuard />
      <RouteFocus main={main} />
      <PaletteHost />
      <ShellDialogs />
      {features.map(({ Dialogs }, index) => Dialogs !== undefined && <Dialogs key={index} />)}
    </div>
  );
}

/** A thin line at the top during a first load; appears after 200 ms. */
function LoadingBar(): ReactNode {
  const isNavigating = useRouterState({ select: (state) => state.isLoading });
  const isReading = useIsFetching({ predicate: (query) => query.state.status === 'pending' }) > 0;
  return isNavigating || isReading ? <div className={classes['loading']} aria-hidden /> : null;
}

/** After a navigation, moves the focus to the top of the new page, as a page load does. */
function RouteFocus({ main }: { main: RefObject<HTMLElement | null> }): null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
    // On a phone the footer, with its links, is below the page.
    main.current?.scrollIntoView({ block: 'start' });
  }, [pathname, main]);
  return null;
}

/**
 * Sets the browser tab's title from the route: "Careloop | Referrals". A screen can override it with `BrowserTabTitle`. A
 * route without a title only logs a warning (docs/domain/screens.md).
 */
function RouteTitle(): null {
  const { productName } = useSession().config;
  const { path, title } = useRouterState({
    select: ({ matches, location }) => ({
      path: location.pathname,
      title: matches.at(-1)?.staticData.title,
    }),
    structuralSharing: true,
  });
  useEffect(() => {
    if (title === undefined) console.warn(`The screen at ${path} has no title`);
    document.title = title === undefined ? productName : `${productName} | ${title}`;
  }, [productName, path, title]);
  return null;
}

/** Stops acting for a user named in the address for whom the signed-in user may not act. Render it once, in the shell. */
function ActingGuard(): null {
  const named = useSearch({ strict: false, select: (search) => search.onBehalfOfUserId });
  const person = useActingFor();
  const isNobody = named !== undefined && person === undefined;
  const actFor = useActFor();
  const leave = useEffectEvent(() => {
    actFor(undefined);
    toast.warning('You cannot act for this person. You are working as yourself again.');
  });
  useEffect(() => {
    if (isNobody) leave();
  }, [isNobody]);
  return null;
}

/** Shown above every page while the user acts for someone else. */
function ActingBar(): ReactNode {
  const person = useActingFor();
  const actFor = useActFor();
  if (person === undefined) return null;
  return (
    <Bar
      icon={<IconUserShare size={18} aria-hidden />}
      action={
        <Button size="compact-sm" variant="default" onClick={() => actFor(undefined)}>
          Stop acting for {person.firstName}
        </Button>
      }
    >
      You are working as{' '}
      <strong>
        {person.firstName} {person.lastName}
      </strong>
      . Your actions are recorded for both of you.
    </Bar>
  );
}

/** Minutes left at which screen readers announce it. */
const announcedMinutes = [15, 5, 1];

/** Announces above every page that the session is about to reach its maximum lifetime. */
function SessionEndBar(): ReactNode {
  const minutes = useMinutesLeft();
  const said = minutes === undefined ? undefined : announcedMinutes.findLast((step) => step >= minutes);
  return (
    <>
      {minutes !== undefined && (
        <Bar
          icon={<IconClockExclamation size={18} aria-hidden />}
          action={
            <Button size="compact-sm" variant="default" onClick={() => endSession('lifetime')}>
              Sign in again
            </Button>
          }
        >
          <strong>Your session ends in {inWords(minutes)}</strong>, as every session does after {sessionLifetimeHours}{' '}
          hours. Save your work, or sign in again now: what is on the screen stays.
        </Bar>
      )}
      <div className="visually-hidden" role="status">
        {said !== undefined && `Your session ends in ${inWords(said)}. Save your work.`}
      </div>
    </>
  );
}

function inWords(minutes: number): string {
  if (minutes < 1) return 'a moment';
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
