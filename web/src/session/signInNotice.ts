// A notice for the next time the sign-in page is shown.

let notice: string | undefined;

export function setSignInNotice(sentence: string | undefined): void {
  notice = sentence;
}

export function signInNotice(): string | undefined {
  return notice;
}
