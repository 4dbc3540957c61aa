import { shapeOfAction } from '../actions/all.ts';
import type { Call } from '../call/defineCall.ts';
import { everyCall } from '../calls/all.ts';
import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { NestedFields } from '../resource/fields.ts';
import { everyDefinition } from '../resources/all.ts';
import { commandStorageMeta } from '../storages/commandStorages.ts';
import { replayStorageMeta } from '../storages/replayStorages.ts';
import { actionText, callText } from './callText.ts';
import { fieldTable, resourceText } from './resourceText.ts';

/** Path of the document that describes an app. */
export const apiReferencePath = (app: string): string => `docs/api/${app}.md`;

/** The part of the product a call belongs to: the step after the version, or the first one. */
const appOf = ({ addresses }: Call): string => {
  const [, path = ''] = (addresses[0] ?? '').split(' /');
  const [, app = 'pages'] = /^api\/v1\/([\w-]+)\/./.exec(path) ?? [];
  return app;
};

const placeOf = ({ addresses }: Call): string => (addresses[0] ?? '').split(' ').toReversed().join(' ');

// Modules do not tell in which order they declare; the addresses of a folder stand together.
const byAddress = (one: Call, other: Call): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const actionsOf = (definition: ResourceDefinition): string[] =>
  Object.entries(definition.actions ?? {}).flatMap(([name, action]) => {
    const shape = shapeOfAction(definition, name);
    return shape ? [actionText(definition, action, shape)] : [];
  });

/** The properties of a storage, which its type decides. */
const storageText = (label: string, kinds: Readonly<Record<string, NestedFields>>): string =>
  Object.entries(kinds)
    .flatMap(([type, fields]) => [`### Properties of ${label}: ${type}`, ...fieldTable(fields)])
    .join('\n\n');

const page = (app: string, parts: readonly string[]): string => `# API: ${app}

Written by \`npm run check -- --write\` from the definitions in \`packages/contract/src\`, whose docstrings explain the words. An
installation tells the same as OpenAPI, at \`/api/docs/\`. Every resource has the fields \`id\` and those of \`standard\` as well.

${parts.join('\n\n')}
`;

/**
 * The API as documents, by app: each resource with its fields, filters and actions, then the other calls. A
 * change that clients notice shows in them.
 */
export const apiReference = (): ReadonlyMap<string, string> => {
  const parts = new Map<string, string[]>();
  const add = (app: string, text: string) => parts.set(app, [...(parts.get(app) ?? []), text]);
  for (const definition of everyDefinition) {
    add(definition.app, resourceText(definition));
    for (const action of actionsOf(definition)) add(definition.app, action);
  }
  add('terminal', storageText('command storages', commandStorageMeta));
  add('terminal', storageText('replay storages', replayStorageMeta));
  const rest = Map.groupBy(everyCall.toSorted(byAddress), appOf);
  for (const [app, calls] of rest) add(app, ['## Calls', ...calls.map(callText)].join('\n\n'));
  return new Map([...parts].map(([app, texts]) => [app, page(app, texts)]));
};
