export { AccessRequestsPage } from './AccessRequestsPage.tsx';
export { EmergencyAccessPage } from './EmergencyAccessPage.tsx';
