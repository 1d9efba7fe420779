const two = (value: number) => String(value).padStart(2, '0');

/** Office hours: what is typed without AM or PM is from 7 in the morning to 6 in the evening. */
function inOfficeHours(hours: number): number {
  return hours >= 1 && hours <= 6 ? hours + 12 : hours;
}

function onTwelveHours(hours: number, half: string): number | null {
  if (hours < 1 || hours > 12) return null;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

/**
 * HH:mm of a time as people type it: 9:30 AM, 930, 2p, 14:15, 12. Without AM or PM it is taken to be in office hours.
 * Null when it is none.
 */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2})(?::?(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim());
  if (match === null) return null;
  const typed = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  const half = match[3]?.toLowerCase();
  const hours = half === undefined ? inOfficeHours(typed) : onTwelveHours(typed, half);
  if (hours === null || hours > 23 || minutes > 59) return null;
  return `${two(hours)}:${two(minutes)}`;
}

/** 9:30 AM of 09:30. */
export function timeInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`;
}
