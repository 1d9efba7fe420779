import { Outlet, useRouterState } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';
import { ActingBar } from './ActingBar.tsx';
import { ActingGuard } from './ActingGuard.tsx';
import { ConnectionCallout } from './ConnectionCallout.tsx';
import { useFeatures } from './features.ts';
import { Footer } from './Footer.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { NavigationGuard } from './NavigationGuard.tsx';
import { NavRail } from './NavRail.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { RouteFocus } from './RouteFocus.tsx';
import { RouteTitle } from './RouteTitle.tsx';
import classes from './Shell.module.css';
import { SessionEndBar } from './SessionEndBar.tsx';
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
      <NavRail />
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
