import type { Config } from '../../config/config.ts';

/** Where the user signs in. */
export interface Portal {
  config: Pick<Config, 'productName'>;
  portalUrl: string;
}

export interface MailText {
  subject: string;
  body: string;
}

interface Notice {
  /** The subject, before the name of the product. */
  subject: string;
  fullName: string;
  /** What happened, without patient information. */
  text: string;
  /** Page to open, after `/provider`. */
  path?: string;
  linkLabel?: string;
  /** What to sign in for, after "to". */
  purpose?: string;
}

/** An email that tells a user what happened. Details are shown after signing in, to those who may see them. */
export function noticeText(
  { config, portalUrl }: Portal,
  { subject, fullName, text, path, linkLabel = 'Open it', purpose = 'read more' }: Notice,
): MailText {
  const paragraphs = [
    `Dear ${fullName},`,
    text,
    path === undefined ? null : `${linkLabel}: ${portalUrl}/provider${path}`,
    `This message contains no patient information. Sign in to ${config.productName} to ${purpose}.`,
  ];
  return {
    subject: `${subject} in ${config.productName}`,
    body: paragraphs.filter((paragraph) => paragraph !== null).join('\n\n'),
  };
}

/** The body of an email about an account. */
export function accountBody(fullName: string, paragraphs: readonly string[]): string {
  return [`Dear ${fullName},`, ...paragraphs].join('\n\n');
}
