/** A byte range with both ends included. */
export type ByteRange = { start: number; end: number };

/**
 * The part of a file that a `Range` header requests; `none` when it is out of range, undefined when the whole
 * file is the answer: to no header, several ranges, and invalid ones (RFC 9110 §14).
 */
export const byteRangeOf = (header: string | undefined, size: number): ByteRange | 'none' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'none';
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'none';
};
