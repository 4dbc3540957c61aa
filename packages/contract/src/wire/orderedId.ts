const hex = (value: number, digits: number): string =>
  value.toString(16).padStart(digits, '0').slice(-digits);

/**
 * A UUID (version 7) that sorts by time, then by a number that the caller counts up, so that events within
 * one second keep their order where rows are sorted by id. `random` is any other UUID.
 */
export const orderedId = (random: string, at_ms: number, number: number): string => {
  const moment = hex(Math.max(0, Math.floor(at_ms)), 12);
  const count = hex(number % 2 ** 32, 8);
  return [
    moment.slice(0, 8),
    moment.slice(8),
    `7${count.slice(0, 3)}`,
    `8${count.slice(3, 6)}`,
    `${count.slice(6)}${random.replaceAll('-', '').slice(-10)}`,
  ].join('-');
};
