import { signInErrorParameter, type SignInErrorCode } from '@careloop/contracts/session/singleSignOn';

export interface TitledText {
  title: string;
  text: string;
}

// Why single sign-on returned without a session: `?signInError=` in the address.

export const signInErrors: Readonly<Record<SignInErrorCode, TitledText>> = {
  denied: {
    title: 'Sign-in was canceled or refused.',
    text: 'Your organization did not let you in. Try again, or ask your administrator whether you may use this portal.',
  },
  state: {
    title: 'Sign-in took too long or was started in another window.',
    text: 'Nothing is wrong with your account. Please start again from here.',
  },
  unavailable: {
    title: "Your organization's sign-in page cannot be reached.",
    text: 'Wait a moment and try again. If it keeps happening, tell your administrator.',
  },
  not_linked: {
    title: 'No account belongs to this sign-in.',
    text: 'Ask your administrator to link your account, or use another one.',
  },
  locked: {
    title: 'Your account is not active.',
    text: 'Ask your administrator to activate it, then sign in again.',
  },
};

const isCode = (code: string): code is SignInErrorCode => Object.hasOwn(signInErrors, code);

/** The reason named in the query; an unknown one becomes the generic error. */
export function signInErrorOf(query: URLSearchParams): SignInErrorCode | undefined {
  const code = query.get(signInErrorParameter);
  if (code === null) return undefined;
  return isCode(code) ? code : 'unavailable';
}

/** Reads the code from the address and removes it, so that a reload or bookmark does not repeat it. */
export function takeSignInError(): SignInErrorCode | undefined {
  const url = new URL(window.location.href);
  const code = signInErrorOf(url.searchParams);
  if (code === undefined) return undefined;
  url.searchParams.delete(signInErrorParameter);
  window.history.replaceState(window.history.state, '', url);
  return code;
}
