import type { Access, Feature as ClientFeature } from '@careloop/contracts/access';
import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRoute, LinkProps } from '@tanstack/react-router';
import { createContext, use, type ComponentType } from 'react';
import type { Context } from '../session/session.ts';
import { useSession } from '../session/useSession.ts';
import type { Command } from '../ui/commands.ts';

/**
 * What a feature adds to the portal, declared in its feature.tsx. The code of screens and dialogs is loaded on demand.
 * `Routes` lets the compiler check links and search parameters against the routes of all features.
 */
export interface Feature<Routes extends readonly AnyRoute[] = readonly []> {
  /** Its screens. Each route names its parent: `rootRoute`, or a layout. */
  routes?: Routes;
  /** Links to its screens. */
  destinations?: readonly Destination[];
  /** Linked below every page and on the sitemap. */
  documents?: (context: Context) => readonly DocumentLink[];
  /** Shown in the help menu and in the palette. */
  help?: readonly HelpCommand[];
  /** Additional search in the palette, besides screens and actions. */
  search?: PaletteSearch;
  /** Shown above every page. */
  Banner?: ComponentType;
  /** Dialogs that can be opened from every page. */
  Dialogs?: ComponentType;
  /**
   * Loads what the feature does on realtime events, besides refetching what they make stale: started after the first screen,
   * and stopped by the function that it returns.
   */
  live?: () => Promise<(client: QueryClient) => () => void>;
}

/** A feature whose routes do not matter. */
export type AnyFeature = Feature<readonly AnyRoute[]>;

/** A screen the user can go to, as the navigation, the user menu, the sitemap and the palette show it. */
export interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  /** One line for the sitemap. */
  about: string;
  section: (typeof sections)[number];
  /** Access required to open it, in mode all or any (docs/domain/permissions.md). */
  access: Access;
  /**
   * Where its link is shown: in the main navigation, in its menu "Admin", in the main navigation and the user menu, or only on
   * the sitemap and in the palette.
   */
  menu: 'main' | 'administration' | 'both' | 'none';
  /** A screen that opens from there and has no link of its own: this link is marked as the current one, too. */
  holds?: NonNullable<LinkProps['to']>;
  /** In the menu only for clients that have this feature. */
  inMenuWith?: ClientFeature;
  /** In the menu only for clients that do not have this feature. */
  inMenuWithout?: ClientFeature;
  /**
   * Order of importance on a phone, whose bar has room for the first four that the user may open. The others follow without
   * one.
   */
  phoneRank?: number;
  /** A `NavBadge` with the number of pending items, on its link in the main navigation. */
  Badge?: ComponentType;
  /** Shown below the link in the main navigation. */
  Below?: ComponentType;
}

export interface DocumentLink {
  to: NonNullable<LinkProps['to']>;
  params: Record<string, string>;
  label: string;
  /** One line for the sitemap. */
  about: string;
  /** Shown after the label in the footer. */
  footerNote?: string;
}

interface HelpCommand extends Command {
  icon: Icon;
}

export interface PaletteSearch {
  /** Heading of its results: "Patients". */
  name: string;
  /** What can be searched for: "Patient name, date of birth, MRN". */
  terms: string;
  find: (term: string, signal: AbortSignal) => Promise<readonly PaletteMatch[]>;
  /** Where else to look if nothing at all was found. */
  findElsewhere?: (term: string) => PaletteMatch;
}

export interface PaletteMatch {
  key: string;
  label: string;
  detail: string;
  icon: Icon;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** The sections of the sitemap, in order. */
export const sections = ['Work', 'Patients', 'Account', 'Administration'] as const;

/** The features of the portal; `App` provides them. */
export const Features = createContext<readonly AnyFeature[]>([]);

export function useFeatures(): readonly AnyFeature[] {
  return use(Features);
}

/** Screens this user may open. */
export function useDestinations(): readonly Destination[] {
  const session = useSession();
  return useFeatures()
    .flatMap(({ destinations = [] }) => destinations)
    .filter(({ access }) => session.can(access));
}

/** Those of them that are linked in a menu. */
export function useMenu(menu: 'main' | 'administration' | 'user'): readonly Destination[] {
  const { features } = useSession();
  return useDestinations().filter(
    (one) =>
      (one.menu === menu || (one.menu === 'both' && menu !== 'administration')) &&
      (one.inMenuWith === undefined || features.has(one.inMenuWith)) &&
      (one.inMenuWithout === undefined || !features.has(one.inMenuWithout)),
  );
}

/** Number of screens in the bar of a phone, beside More. */
const phonePlaces = 4;

const rank = ({ phoneRank = Number.MAX_SAFE_INTEGER }: Destination) => phoneRank;

/** The screens in the bar of a phone: the most important ones of the main navigation. */
export function usePhonePlaces(): readonly Destination[] {
  return useMenu('main')
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, phonePlaces);
}

/** The screens of all menus that are not in the bar. */
export function useOtherPlaces(): readonly Destination[] {
  const places = usePhonePlaces();
  const others = new Set([...useMenu('main'), ...useMenu('user'), ...useMenu('administration')]);
  return [...others].filter((one) => !places.includes(one));
}

/** Documents that every user here can read. */
export function useDocumentLinks(): readonly DocumentLink[] {
  const { context } = useSession();
  return useFeatures().flatMap(({ documents }) => documents?.(context) ?? []);
}
