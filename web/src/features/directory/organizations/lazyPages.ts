export { OrganizationPage } from './OrganizationPage.tsx';
export { OrganizationsPage } from './OrganizationsPage.tsx';
