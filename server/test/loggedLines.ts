/** What the products of this test file have logged so far; a test can look for what must not be there. */
export const loggedLines: string[] = [];
