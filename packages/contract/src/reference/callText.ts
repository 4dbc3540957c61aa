import { z } from 'zod';
import type { Call, CallShape } from '../call/defineCall.ts';
import type { FormSpec } from '../call/defineForm.ts';
import type { ActionSpec, ResourceDefinition } from '../resource/defineResource.ts';
import { table, valueText } from './markdown.ts';
import { fieldTable } from './resourceText.ts';
import { parametersOf, shapeText } from './shapeText.ts';

/** Parts of a call that stand in a place of their own. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['addresses', 'summary', 'query', 'body', 'answer', 'otherwise', 'shows'],
  ...['on', 'method', 'also', 'path'],
]);

const isForm = (body: NonNullable<CallShape['body']>): body is FormSpec => 'mode' in body;
const isShape = (part: object): part is z.ZodType => part instanceof z.ZodType;

const partText = (name: string, part: CallShape['body'] | CallShape['answer']): string[] => {
  if (!part) return [];
  if (isShape(part)) return [`${name}: \`${shapeText(part)}\``];
  if (!isForm(part)) return [`${name}: ${valueText(part)}`];
  const { fields, mentions = {}, nullWhenAbsent = [], mode } = part;
  return [
    `${name}: a form (${mode})${nullWhenAbsent.length > 0 ? `; null when absent: ${nullWhenAbsent.join(', ')}` : ''}`,
    ...fieldTable(fields),
    ...(Object.keys(mentions).length > 0 ? ['Told by OPTIONS only:', ...fieldTable(mentions)] : []),
  ];
};

const queryText = (query: CallShape['query']): string[] =>
  query
    ? [
        table(
          ['Parameter', 'Values', 'Meaning'],
          parametersOf(query).map(({ name, values, isNeeded, description }) => [
            `\`${name}\`${isNeeded ? ' (required)' : ''}`,
            values,
            description,
          ]),
        ),
      ]
    : [];

const shownText = (shows: Call['shows']): string[] => {
  if (!shows) return [];
  const { form, ...facts } = shows as { form?: FormSpec };
  return form ? partText('OPTIONS tells', form) : [`OPTIONS tells: ${valueText(facts)}`];
};

const text = (addresses: readonly string[], call: Partial<Call> & CallShape): string => {
  const facts = Object.entries(call)
    .filter(([name, value]) => !elsewhere.has(name) && value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name} ${valueText(value)}`));
  return [
    `### ${call.summary}`,
    `${addresses.map((address) => `\`${address}\``).join(', ')}: ${facts.join('; ')}`,
    ...queryText(call.query),
    ...partText('Body', call.body),
    ...partText('Answer', call.answer),
    ...Object.entries(call.otherwise ?? {}).map(([status, shape]) => `${status}: \`${shapeText(shape)}\``),
    ...shownText(call.shows),
  ].join('\n\n');
};

/** One declared call: addresses, conditions, parameters, body and answers. */
export const callText = ({ addresses, ...call }: Call): string => text(addresses, call);

/** One action of a resource, described as a call. */
export const actionText = (
  { app, path }: ResourceDefinition,
  action: ActionSpec,
  shape: CallShape,
): string => {
  const place = action.on === 'row' ? `${path}/:id` : path;
  const methods = [action.method, ...(action.also ? [action.also] : [])];
  return text(
    methods.map((method) => `${method} /api/v1/${app}/${place}/${action.path}/`),
    { ...shape, ...action },
  );
};
