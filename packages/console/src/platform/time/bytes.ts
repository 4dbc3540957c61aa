const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'];
const BASE = 1024;

/** A size with its unit, from bytes to TB, in steps of 1024. */
export const formatBytes = (bytes: number, language = 'en'): string => {
  let power = 0;
  let amount = bytes;
  while (Math.abs(amount) >= BASE && power < UNITS.length - 1) {
    amount /= BASE;
    power += 1;
  }
  const unit = amount === 1 && power === 0 ? 'Byte' : UNITS[power];
  return `${amount.toLocaleString(language, { maximumFractionDigits: 2 })} ${unit}`;
};
