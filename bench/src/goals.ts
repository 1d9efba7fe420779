/** How much slower a list may be at XL than at S . */
export const mostGrowth = 1.5;
/** Of the server process, in megabytes. */
export const mostMemory = 300;

/** Of a line that is measured for its growth alone. */
export const growthGoal = `≤ ${mostGrowth} × of S at XL`;
