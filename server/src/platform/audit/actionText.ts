import type { Endpoint } from '@careloop/contracts/endpoint';

// Display texts of audited actions (docs/domain/audit.md).

/** Actions for which "subject.verb" does not read well. */
const texts: Readonly<Record<string, string>> = {
  'patient.encounter_edited': 'Edited an encounter',
  'patient.glass_broken': 'Opened a record in an emergency',
  'referral.created': 'Sent a referral',
  'referral.given': 'Reassigned a referral',
  'consultation.given': 'Reassigned a consultation',
  'care_team.pcp_changed': 'Changed the primary care provider',
  'document.uploaded': 'Uploaded a document',
  'document.archived': 'Archived a document',
  'document.restored': 'Restored a document to the chart',
  'message.sent': 'Sent a message',
  'session.sign-in': 'Sign-in',
  'session.step': 'Took a step of signing in',
  'session.started': 'Signed in',
  'session.end': 'Session ended',
  'session.foreign-page': 'Call from a foreign page',
  'session.single-sign-on': 'Sign-in by single sign-on',
  'session.identity-linked': 'Linked single sign-on',
  'stray-files.removed': 'Removed files that no record refers to',
  'lookups.limited': 'Reached the hourly limit of searches beyond own patients',
  'second-factor.code': 'Entered a code of the second step',
};

/**
 * Display text of an action: of a call, which is audited by its path, the endpoint's `auditText` or else its summary; of
 * a change, a text from the list above or "Task template changed" for `task-template.changed`.
 */
export function actionTexts(endpoints: readonly Endpoint[]): (action: string) => string {
  const bySummary = endpoints.map(({ path, summary }) => [path, summary.replace(/\.$/u, '')] as const);
  const byText = endpoints.flatMap(({ path, auditText }) =>
    auditText === undefined ? [] : [[path, auditText] as const],
  );
  // Calls that share a path share the text of the one that has one.
  const calls = new Map([...bySummary, ...byText]);
  return (action) => texts[action] ?? calls.get(action) ?? readable(action);
}

function readable(action: string): string {
  if (!/^[a-z_-]+\.[a-z_-]+$/iu.test(action)) return action;
  const words = action.replaceAll(/[._-]+/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
