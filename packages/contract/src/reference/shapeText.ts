import { z } from 'zod';

/** The parts of a JSON schema that our shapes use. */
type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  properties?: { readonly [name: string]: Schema };
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  description?: string;
};

const bounds = [
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['minimum', 'at least', ''],
  ['exclusiveMinimum', 'above', ''],
  ['maximum', 'at most', ''],
  ['exclusiveMaximum', 'below', ''],
  ['minItems', 'at least', ' items'],
  ['maxItems', 'at most', ' items'],
] as const;

/** Numbers that only say that a value is an integer which JSON can carry. */
const isEveryInteger = (bound: number) => Math.abs(bound) === Number.MAX_SAFE_INTEGER;

const boundsOf = (schema: Schema): string => {
  const told = bounds.flatMap(([name, words, unit]) => {
    const bound = schema[name];
    if (bound === undefined || isEveryInteger(bound)) return [];
    return [`${words} ${bound}${bound === 1 ? unit.replace(/s$/, '') : unit}`];
  });
  if (schema.format) told.unshift(schema.format);
  if (schema.pattern && !schema.format) told.push(`as /${schema.pattern}/`);
  if (schema.default !== undefined) told.push(`default ${JSON.stringify(schema.default)}`);
  return told.length > 0 ? ` (${told.join(', ')})` : '';
};

const objectText = (schema: Schema): string => {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const parts = Object.entries(properties).map(
    ([name, part]) =>
      `${name}${required.includes(name) ? '' : '?'}: ${textOf(part)}${part.description ? ` [${part.description}]` : ''}`,
  );
  if (typeof more === 'object' && Object.keys(more).length > 0) parts.push(`[name]: ${textOf(more)}`);
  else if (more !== false && (more || parts.length === 0)) parts.push('…');
  return `{ ${parts.join(', ')} }`;
};

const arrayText = ({ prefixItems, items = {} }: Schema): string => {
  if (prefixItems) return `[${prefixItems.map(textOf).join(', ')}]`;
  const item = textOf(items);
  return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
};

const textOf = (schema: Schema): string => {
  if (schema.$ref) return 'the same again';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ') + boundsOf(schema);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(textOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(textOf).join(' & ');
  if (schema.type === 'object') return objectText(schema);
  if (schema.type === 'array')
    return schema.prefixItems ? arrayText(schema) : arrayText(schema) + boundsOf(schema);
  const types = schema.type === undefined ? ['any value'] : [schema.type].flat();
  return types.join(' | ') + boundsOf(schema);
};

const schemaOf = (shape: z.ZodType): Schema =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema;

/** A shape on one line, much as TypeScript writes types: what a caller sends, or receives. */
export const shapeText = (shape: z.ZodType): string => textOf(schemaOf(shape));

/** The parameters of a query, each with its values and its description. */
export const parametersOf = (
  query: z.ZodObject,
): readonly { name: string; values: string; isNeeded: boolean; description: string }[] => {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, part]) => ({
    name,
    values: textOf(part),
    isNeeded: required.includes(name),
    description: part.description ?? '',
  }));
};
