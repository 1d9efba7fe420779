/** All lines logged by applications of this test file; tests check that they contain no sensitive data. */
export const loggedLines: string[] = [];
