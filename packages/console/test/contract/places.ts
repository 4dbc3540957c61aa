import { shapeOfAction } from '@gatehouse/contract/actions/all.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { definitionOf } from './definitions.ts';

/** What the contract has at an address. */
export type Place =
  | { kind: 'call'; shape: CallShape; isPartial: boolean }
  | { kind: 'collection' | 'row' | 'suggestions' | 'parse' | 'batch'; definition: ResourceDefinition }
  | { kind: 'relation'; definition: ResourceDefinition; field: string }
  | { kind: 'options'; definition?: ResourceDefinition };

type Entry = { method: string; steps: readonly string[]; place: Place };

const stepsOf = (path: string): string[] => path.split('/');
const entry = (method: string, path: string, place: Place): Entry => ({
  method,
  steps: stepsOf(path),
  place,
});

const urlsOf = ({ app, path, aliases = [] }: ResourceDefinition): string[] =>
  [path, ...aliases].map((at) => (at.startsWith('/') ? `/api/v1${at}/` : `/api/v1/${app}/${at}/`));

/** Of the many settings, a test names those that it is about; the others count as left at their defaults. */
const partial = ['GET /api/v1/settings/public/'];

const ofAddress = (address: string, shape: CallShape): Entry[] => {
  const [method = '', path = ''] = address.split(' ');
  const isPartial = partial.includes(address);
  return [
    entry(method, path, { kind: 'call', shape, isPartial }),
    entry('OPTIONS', path, { kind: 'options' }),
  ];
};

const actionsOf = (definition: ResourceDefinition, url: string): Entry[] => {
  const base = definition.variantOf ? definitionOf(definition.variantOf) : undefined;
  return [definition, ...(base ? [base] : [])].flatMap((owner) =>
    Object.entries(owner.actions ?? {}).flatMap(([name, action]) => {
      const shape = shapeOfAction(owner, name);
      const path = `${url}${action.on === 'row' ? ':id/' : ''}${action.path}/`;
      const methods = [action.method, ...(action.also ? [action.also] : [])];
      return shape ? methods.flatMap((method) => ofAddress(`${method} ${path}`, shape)) : [];
    }),
  );
};

const ofResource = (definition: ResourceDefinition): Entry[] =>
  urlsOf(definition).flatMap((url) => [
    entry('POST', `${url}render-to-json/`, { kind: 'parse', definition }),
    entry('POST', `${url}batch-import/`, { kind: 'batch', definition }),
    ...(definition.suggestions
      ? [entry('GET', `${url}suggestions/`, { kind: 'suggestions', definition })]
      : []),
    ...actionsOf(definition, url),
    ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
      entry(method, url, { kind: 'collection', definition }),
      entry(method, `${url}:id/`, { kind: 'row', definition }),
    ]),
    ...[url, `${url}:id/`].map((at) => entry('OPTIONS', at, { kind: 'options', definition })),
  ]);

const relationsOf = (definition: ResourceDefinition): Entry[] =>
  Object.entries(definition.relations ?? {}).flatMap(([field, path]) => {
    const url = `/api/v1/${definition.app}/${path}/`;
    return [
      ...['GET', 'POST', 'DELETE'].map((method) =>
        entry(method, url, { kind: 'relation', definition, field }),
      ),
      entry('OPTIONS', url, { kind: 'options' }),
    ];
  });

const named = (step: string): boolean => step.startsWith(':');

/** Addresses with fewer `:name` steps come first: `users/profile/` is no row of `users/:id/`. */
const entries = [
  ...everyCall.flatMap((call) => call.addresses.flatMap((address) => ofAddress(address, call))),
  ...everyDefinition.flatMap((definition) => [...relationsOf(definition), ...ofResource(definition)]),
].toSorted((one, other) => one.steps.filter(named).length - other.steps.filter(named).length);

const byLength = Map.groupBy(entries, ({ method, steps }) => `${method} ${steps.length}`);
const found = new Map<string, Place | undefined>();

/** What the contract has at an address; undefined if nothing. */
export const placeAt = (method: string, path: string): Place | undefined => {
  const address = `${method} ${path}`;
  if (!found.has(address)) {
    const steps = stepsOf(path);
    const fits = (entry: Entry) => entry.steps.every((step, at) => named(step) || step === steps[at]);
    found.set(address, byLength.get(`${method} ${steps.length}`)?.find(fits)?.place);
  }
  return found.get(address);
};

/** Whether an address belongs to the product; tests of the client also call others. */
export const isOurs = (path: string): boolean => path.startsWith('/api/v1/') || path.startsWith('/kael/');
