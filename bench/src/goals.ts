/** How many times slower a list may be at XL than at S. */
export const mostGrowth = 1.5;
/** Memory limit of the server process, in megabytes. */
export const mostMemory = 300;

/** Goal of a line that is measured only for its growth. */
export const growthGoal = `≤ ${mostGrowth} × of S at XL`;
