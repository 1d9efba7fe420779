import type { Screen } from './screen.ts';

const roles = ['coordinator'] as const;

export const duplicateScreens: readonly Screen[] = [
  { name: 'duplicates', path: '/Duplicates', roles },
  { name: 'duplicates-decided', path: '/Duplicates?status=merged', roles },
  { name: 'provider-conflicts', path: '/Duplicates/Providers', roles },
  { name: 'edited-values', path: '/Duplicates/EditedValues', roles },
  { name: 'edited-provider-values', path: '/Duplicates/EditedProviders', roles },
];
