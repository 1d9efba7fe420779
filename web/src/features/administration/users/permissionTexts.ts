import type { Permission } from '@careloop/contracts/access';

/** What each permission allows, as shown to administrators (docs/domain/permissions.md). */
export const permissionTexts: Record<Permission, { label: string; about: string }> = {
  Messages: { label: 'Messages', about: 'Read and send secure messages.' },
  ManageWorkQueues: { label: 'Work queues', about: 'Open work queues and work on their items.' },
  Reports: { label: 'Reports', about: 'See the reports of this product.' },
  ReportsPowerBIGeneral: { label: 'Power BI (general)', about: 'See the general Power BI reports.' },
  ReportsPowerBIInternal: { label: 'Power BI (internal)', about: 'See the internal Power BI reports.' },
  EditProvider: { label: 'Edit providers', about: 'Change providers and organizations of the directory.' },
  AddProvider: { label: 'Add providers', about: 'Add providers and organizations to the directory.' },
  EditCareTeam: { label: 'Edit care teams', about: 'Invite and remove members, and answer access requests.' },
  UploadChart: { label: 'Upload charts', about: 'Upload documents to the chart of a patient.' },
  CreateAppointment: { label: 'Create appointments', about: 'Make appointments from the provider search.' },
  ViewAllPatients: { label: 'View all patients', about: 'Open every patient of their clients.' },
  ManageUsers: { label: 'Manage users', about: 'Add and change users, and what they may do.' },
  ManageSite: {
    label: 'Manage site',
    about: 'Set up clients, lookups and the site alert of their clients; answer support requests.',
  },
  ManageInstallation: {
    label: 'Manage installation',
    about: 'Change what all clients share: site documents, alerts for others, lookups, client organizations.',
  },
  ViewAuditLog: { label: 'View audit log', about: 'Read the audit and review who opened records in an emergency.' },
  BreakTheGlass: { label: 'Emergency access', about: 'Open a record in an emergency, with a reason and for an hour.' },
};
