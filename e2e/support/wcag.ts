/** The rules of axe that stand for WCAG 2.2 AA. */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that a colour scheme can change. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];
