import type { Config } from '../../config/config.ts';

/** Where the user signs in. */
export interface Portal {
  config: Pick<Config, 'productName'>;
  portalUrl: string;
}

interface Notice {
  fullName: string;
  /** What happened, without patient information. */
  text: string;
  /** Page to open, after `/provider`. */
  path?: string;
  linkLabel?: string;
  /** What to sign in for, after "to". */
  purpose?: string;
}

/** The body of an email that tells a user what happened. Details are shown after signing in, to those who may see them. */
export function noticeBody(
  { config, portalUrl }: Portal,
  { fullName, text, path, linkLabel = 'Open it', purpose = 'read more' }: Notice,
): string {
  const paragraphs = [
    `Dear ${fullName},`,
    text,
    path === undefined ? null : `${linkLabel}: ${portalUrl}/provider${path}`,
    `This message contains no patient information. Sign in to ${config.productName} to ${purpose}.`,
  ];
  return paragraphs.filter((paragraph) => paragraph !== null).join('\n\n');
}
