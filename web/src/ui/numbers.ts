/** 1,234 */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');
