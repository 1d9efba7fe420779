import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMatchRoute } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { lazyMenu } from '../ui/lazyMenu.tsx';
import { useOtherPlaces, usePhonePlaces } from './features.ts';
import { NavLink } from './NavLink.tsx';
import classes from './Shell.module.css';

const MoreMenu = lazyMenu(async () => (await import('./MoreMenuContent.tsx')).MoreMenuContent);

/** The main navigation on a phone: the most important screens, and a button for everything else. */
export function PhoneBar(): ReactNode {
  return (
    <>
      {usePhonePlaces().map((place) => (
        <NavLink key={place.to} {...place} />
      ))}
      <MoreMenu button={MoreButton} />
    </>
  );
}

/** Opens the menu with the other screens, which adds its attributes. Says what is pending there, and shows one dot for all. */
function MoreButton({ className = '', ...props }: ComponentProps<'button'>): ReactNode {
  const others = useOtherPlaces();
  const matchRoute = useMatchRoute();
  const isHere = others.some(({ to }) => matchRoute({ to, fuzzy: true }) !== false);
  return (
    <UnstyledButton
      className={`${classes['link']} ${classes['more']} ${className}`}
      aria-current={isHere || undefined}
      {...props}
    >
      <IconDots size={22} stroke={1.6} aria-hidden />
      <span>More</span>
      {others.map(({ to, Badge }) => Badge !== undefined && <Badge key={to} />)}
    </UnstyledButton>
  );
}
