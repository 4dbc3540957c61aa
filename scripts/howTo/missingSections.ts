import type { Example } from './readHowTo.ts';

const sections = [
  'A field',
  'A kind of field',
  'An action',
  'A resource',
  'A call',
  'A setting with its panel',
  'A background task',
  'A message',
  'An event',
  'A protocol of the gateway',
  'An access rule',
  'A sign-in backend',
];

/** Kinds of growth that the document gives no example of. */
export const missingSections = (examples: readonly Example[]): string[] =>
  sections.filter(
    (title) => !examples.some((example) => example.title === title && example.steps.length > 0),
  );
