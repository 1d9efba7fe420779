import { allOf } from '@careloop/contracts/access';
import { IconBuildingCommunity, IconListDetails, IconListSearch, IconUserCog } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { auditSearch } from './audit/search.ts';
import { clientsSearch } from './clients/search.ts';
import { lookupsSearch } from './lookups/search.ts';
import { usersSearch } from './users/search.ts';

const managingUsers = allOf('ManageUsers');
const managingSite = allOf('ManageSite');
const auditing = allOf('ViewAuditLog');

const Users = lazyPage(() => import('./users/UsersPage.tsx'), 'UsersPage');
const Clients = lazyPage(() => import('./clients/ClientsPage.tsx'), 'ClientsPage');
const Lookups = lazyPage(() => import('./lookups/LookupsPage.tsx'), 'LookupsPage');
const Audit = lazyPage(() => import('./audit/AuditPage.tsx'), 'AuditPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Users',
    staticData: { title: 'Users' },
    validateSearch: usersSearch,
    component: guarded(managingUsers, Users),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Clients',
    staticData: { title: 'Clients' },
    validateSearch: clientsSearch,
    component: guarded(managingSite, Clients),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Lookups',
    staticData: { title: 'Lookups' },
    validateSearch: lookupsSearch,
    component: guarded(managingSite, Lookups),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Audit',
    staticData: { title: 'Audit' },
    validateSearch: auditSearch,
    component: guarded(auditing, Audit),
  }),
] as const;

export const administration: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Users',
      label: 'Users',
      icon: IconUserCog,
      about: 'Add and change users, what they may do and for whom they act',
      section: 'Administration',
      access: managingUsers,
      menu: 'administration',
    },
    {
      to: '/Clients',
      label: 'Clients',
      icon: IconBuildingCommunity,
      about: 'Client organizations, clients with their settings, markets and facilities',
      section: 'Administration',
      access: managingSite,
      menu: 'administration',
    },
    {
      to: '/Lookups',
      label: 'Lookups',
      icon: IconListDetails,
      about: 'Options of forms: specialties, provider tags, affiliations, insurance',
      section: 'Administration',
      access: managingSite,
      menu: 'administration',
    },
    {
      to: '/Audit',
      label: 'Audit',
      icon: IconListSearch,
      about: 'Who opened, changed or was refused what, when and from where',
      section: 'Administration',
      access: auditing,
      menu: 'administration',
    },
  ],
};
