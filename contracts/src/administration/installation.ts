/** Refusals of changes to what belongs to no client (docs/domain/permissions.md). */
export const installationTexts = {
  shared: 'All clients use this entry. Only somebody with the permission “Manage installation” can change it.',
  sharedIsNew: 'Only somebody with the permission “Manage installation” can add an entry for all clients.',
  organization:
    'Other clients belong to this organization. Only somebody with the permission “Manage installation” can change it.',
  newOrganization: 'Only somebody with the permission “Manage installation” can add a client organization.',
  alertForOthers:
    'The alert is shown to clients that are not yours. Only somebody with the permission “Manage installation” can change it.',
  alertForAll:
    'Only somebody with the permission “Manage installation” can show an alert to clients that are not their own.',
} as const;
