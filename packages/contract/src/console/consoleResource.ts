import {
  collectionOf,
  keyOf,
  type ResourceDefinition,
  type ResourceKey,
} from '../resource/defineResource.ts';
import type { ConsolePage, ConsolePlace } from './ConsolePlace.ts';

/** What the console's route table knows about a resource. */
export type ConsoleResource = Omit<ConsolePlace, 'pages' | 'names' | 'needs'> & {
  key: ResourceKey;
  url: string;
  /** Its rows have integers as ids, not UUIDs. */
  integerId?: true;
  pages: readonly { page: ConsolePage; name?: string; need: string }[];
};

const verbs = { list: 'view', retrieve: 'view', create: 'add', update: 'change' } as const;

const needOf = (definition: ResourceDefinition, page: ConsolePage): string => {
  const { app, name, permissionModel, permissions } = definition;
  const verb = verbs[page];
  return permissions?.[verb] ?? `${app}.${verb}_${permissionModel ?? name}`;
};

/** The console's view of a definition; nothing when it has no pages. */
export const consoleResource = (definition: ResourceDefinition): ConsoleResource | undefined => {
  if (!definition.console) return undefined;
  const { pages, names, needs, ...place } = definition.console;
  return {
    key: keyOf(definition),
    url: collectionOf(definition),
    ...(definition.id === 'integer' && { integerId: true }),
    ...place,
    pages: pages.map((page) => ({
      page,
      ...(names?.[page] && { name: names[page] }),
      need: needs?.[page] ?? needOf(definition, page),
    })),
  };
};
