/** Content types of answers, in order of preference. */
const written = { json: 'application/json', csv: 'text/csv', xlsx: 'application/xlsx' } as const;

/** Format of an answer. */
export type AnswerFormat = keyof typeof written;

const ranges = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([range = '']) => range);

const meets = (range: string, type: string): boolean =>
  range === type ||
  range === '*/*' ||
  range === '*' ||
  (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/**
 * The most preferred format that an `Accept` header allows, JSON without a header; undefined when it allows
 * none.
 */
export const acceptedFormat = (header: string | undefined): AnswerFormat | undefined => {
  if (!header?.trim()) return 'json';
  const accepted = ranges(header);
  const formats = Object.entries(written) as [AnswerFormat, string][];
  return formats.find(([, type]) => accepted.some((range) => meets(range, type)))?.[0];
};
