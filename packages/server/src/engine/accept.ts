/** What answers are written in, in the order of our liking. */
const written = { json: 'application/json', csv: 'text/csv', xlsx: 'application/xlsx' } as const;

/** Form of an answer. */
export type AnswerFormat = keyof typeof written;

const ranges = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, ...parameters]) => !parameters.some((one) => /^q=0(\.0*)?$/.test(one)))
    .map(([range = '']) => range);

const meets = (range: string, type: string): boolean =>
  range === type ||
  range === '*/*' ||
  range === '*' ||
  (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/** The first form an `Accept` header takes; undefined when it takes none. */
export const acceptedFormat = (header: string | undefined): AnswerFormat | undefined => {
  if (!header?.trim()) return 'json';
  const asked = ranges(header);
  const formats = Object.entries(written) as [AnswerFormat, string][];
  return formats.find(([, type]) => asked.some((range) => meets(range, type)))?.[0];
};
