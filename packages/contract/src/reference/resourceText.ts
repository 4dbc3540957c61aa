import { keyOf, type Operation, type ResourceDefinition } from '../resource/defineResource.ts';
import type { FieldSpec } from '../resource/fields.ts';
import { table, valueText } from './markdown.ts';

const everyOperation: readonly Operation[] = ['list', 'retrieve', 'create', 'update', 'destroy'];

/** What stands in a place of its own. */
const elsewhere: ReadonlySet<string> = new Set<keyof ResourceDefinition>([
  'app',
  'name',
  'path',
  'scope',
  'fields',
  'mentions',
  'operations',
  'actions',
]);

const fieldFacts = ({ kind: _kind, fields, ...facts }: FieldSpec & { fields?: object }): string =>
  [
    ...Object.entries(facts)
      .filter(([, value]) => value !== undefined && typeof value !== 'function')
      .map(([name, value]) => (value === true && name !== 'default' ? name : `${name} ${valueText(value)}`)),
    ...(fields ? [`fields ${Object.keys(fields).join(', ')}`] : []),
  ].join('; ');

/** Fields with what holds for each; those inside another come after it, with its name before theirs. */
const rowsOf = (fields: { readonly [name: string]: FieldSpec }, before = ''): string[][] =>
  Object.entries(fields).flatMap(([name, spec]) => {
    const inner = 'fields' in spec ? (spec.fields as { readonly [name: string]: FieldSpec }) : {};
    return [[`\`${before}${name}\``, spec.kind, fieldFacts(spec)], ...rowsOf(inner, `${before}${name}.`)];
  });

/** A table of fields; nothing without any. */
export const fieldTable = (fields: { readonly [name: string]: FieldSpec }): string[] =>
  Object.keys(fields).length === 0 ? [] : [table(['Field', 'Kind', 'Holds'], rowsOf(fields))];

/** One resource: address, scope, operations, everything else that clients notice, and its fields. */
export const resourceText = (definition: ResourceDefinition): string => {
  const { app, path, scope, operations = everyOperation, mentions = {} } = definition;
  const reach = scope === 'org' ? 'each organization has rows of its own' : 'one list for the installation';
  const facts = Object.entries(definition)
    .filter(([name, value]) => !elsewhere.has(name) && value !== undefined)
    .map(([name, value]) => `- ${name}: ${valueText(value)}`);
  const told = Object.keys(mentions).length > 0 ? ['Told by OPTIONS only:', ...fieldTable(mentions)] : [];
  return [
    `## ${keyOf(definition)}`,
    `\`/api/v1/${app}/${path}/\`: ${reach}; ${operations.join(', ')}.`,
    facts.join('\n'),
    ...fieldTable(definition.fields),
    ...told,
  ]
    .filter(Boolean)
    .join('\n\n');
};
