const WRITTEN = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d) ([+-])(\d\d):?(\d\d)$/;

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * The time that a server wrote (`2024/05/02 10:00:00 +0800`), so many seconds later and in the same time zone;
 * unchanged if it is written differently.
 */
export const laterServerTime = (written: string, seconds: number): string => {
  const parts = WRITTEN.exec(written);
  if (!parts) return written;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const later = new Date(Date.UTC(year, month - 1, day, hour, minute, second + seconds));
  const date = [later.getUTCFullYear(), two(later.getUTCMonth() + 1), two(later.getUTCDate())].join('-');
  const time = [later.getUTCHours(), later.getUTCMinutes(), later.getUTCSeconds()].map(two).join(':');
  return `${date} ${time} (UTC${parts[7]}${parts[8]}:${parts[9]})`;
};
