import { shapeOfAction } from '@gatehouse/contract/actions/all.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const urlsOf = ({ app, path, aliases = [] }: ResourceDefinition): string[] =>
  [path, ...aliases].map((at) => (at.startsWith('/') ? `/api/v1${at}/` : `/api/v1/${app}/${at}/`));

/** The addresses of a resource; which verbs it serves is left to its own tests. */
const ofResource = (definition: ResourceDefinition): string[] => {
  const base = everyDefinition.find(({ app, name }) => `${app}.${name}` === definition.variantOf);
  const owners = base ? [definition, base] : [definition];
  const actions = owners.flatMap((owner) =>
    Object.entries(owner.actions ?? {}).filter(([name]) => shapeOfAction(owner, name)),
  );
  return urlsOf(definition).flatMap((url) => [
    ...verbs.flatMap((verb) => [`${verb} ${url}`, `${verb} ${url}:id/`]),
    `GET ${url}suggestions/`,
    `POST ${url}render-to-json/`,
    `POST ${url}batch-import/`,
    ...actions.flatMap(([, action]) =>
      [action.method, action.also ?? action.method, 'OPTIONS'].map(
        (method) => `${method} ${url}${action.on === 'row' ? ':id/' : ''}${action.path}/`,
      ),
    ),
  ]);
};

const relationsOf = ({ app, relations = {} }: ResourceDefinition): string[] =>
  Object.values(relations).flatMap((path) => verbs.map((verb) => `${verb} /api/v1/${app}/${path}/`));

/** Every address of the product's API, with `:name` steps. */
export const declaredAddresses: readonly string[] = [
  ...everyCall.flatMap(({ addresses }) =>
    addresses.flatMap((address) => [address, address.replace(/^\w+/, 'OPTIONS')]),
  ),
  ...everyDefinition.flatMap((definition) => [...ofResource(definition), ...relationsOf(definition)]),
];
