import { accountBody } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';
import { confirmationDays } from './confirmAddress.ts';
import type { AddressKind } from './confirmAddress.ts';
import { linkDays } from './enrollProxy.ts';

/** Placeholder for the code in the stored mail: reading the ledger must not be enough to confirm an address. */
export const codePlace = '[a code that is kept nowhere]';

/** Placeholder for the link in the stored mail. */
export const linkPlace = '[a link that is kept nowhere]';

const kinds: Record<AddressKind, string> = { email: 'email address', direct: 'Direct address' };

const profileLink = ({ portalUrl }: Portal) => `Open your profile: ${portalUrl}/provider/Profile`;

export function codeText(portal: Portal, fullName: string, kind: AddressKind): MailText {
  const { productName } = portal.config;
  return {
    subject: `Confirm your ${kinds[kind]} for ${productName}`,
    body: accountBody(fullName, [
      `Enter this code in your profile to use this ${kinds[kind]} in ${productName}:`,
      codePlace,
      profileLink(portal),
      `The code works for ${confirmationDays} days. If you did not expect this message, you can ignore it.`,
    ]),
  };
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function addressChangeText(
  portal: Portal,
  fullName: string,
  { kind, isConfirmed }: { kind: AddressKind; isConfirmed: boolean },
): MailText {
  const { productName } = portal.config;
  const what = isConfirmed
    ? `The ${kinds[kind]} of your account in ${productName} was changed.`
    : `Somebody asked to change the ${kinds[kind]} of your account in ${productName}. The present one stays until the new one is confirmed.`;
  return accountText(portal, fullName, {
    subject: `${capitalized(kinds[kind])} ${isConfirmed ? 'changed' : 'change requested'}`,
    paragraphs: [what, 'If this was not you, contact your administrator at once.'],
  });
}

interface AccountText {
  /** The subject, before the name of the product. */
  subject: string;
  paragraphs: string[];
}

function accountText({ config }: Portal, fullName: string, { subject, paragraphs }: AccountText): MailText {
  return { subject: `${subject} (${config.productName})`, body: accountBody(fullName, paragraphs) };
}

interface People {
  /** Who receives it. */
  fullName: string;
  /** Who added the account. */
  by: string;
  /** Who is acted for. */
  proxied: string;
  proxy: string;
}

export function enrollmentText(portal: Portal, { fullName, by, proxied }: Omit<People, 'proxy'>): MailText {
  return accountText(portal, fullName, {
    subject: 'Set up your account',
    paragraphs: [
      `${by} added you to ${portal.config.productName} to act for ${proxied}. Set up your account here:`,
      linkPlace,
      `The link works for ${linkDays} days. If you did not expect this email, you can ignore it.`,
    ],
  });
}

export function approvedText(portal: Portal, fullName: string): MailText {
  return accountText(portal, fullName, {
    subject: 'You can sign in now',
    paragraphs: ['Your account was approved.', `Sign in: ${portal.portalUrl}/provider`],
  });
}

export function pendingText(portal: Portal, { fullName, proxy }: Pick<People, 'fullName' | 'proxy'>): MailText {
  return accountText(portal, fullName, {
    subject: 'An account is waiting for your approval',
    paragraphs: [`${proxy} was added to act for you and is waiting for your approval.`, profileLink(portal)],
  });
}

export function deniedText(portal: Portal, { fullName, proxy }: Pick<People, 'fullName' | 'proxy'>): MailText {
  return accountText(portal, fullName, {
    subject: 'An account was not approved',
    paragraphs: [
      `The account of ${proxy} was not approved. The profile of the person they would act for gives the reason; you can ask again there.`,
    ],
  });
}

/** To the person acted for. */
export function proxyAddedText(portal: Portal, { fullName, by, proxy }: Omit<People, 'proxied'>): MailText {
  return accountText(portal, fullName, {
    subject: 'Someone was added to act for you',
    paragraphs: [`${by} added ${proxy} to act for you. You can remove them in your profile.`, profileLink(portal)],
  });
}

/** To the proxy. */
export function addedAsProxyText(portal: Portal, { fullName, by, proxied }: Omit<People, 'proxy'>): MailText {
  return accountText(portal, fullName, {
    subject: `You can act for ${proxied}`,
    paragraphs: [`${by} added you to act for ${proxied}.`, profileLink(portal)],
  });
}
