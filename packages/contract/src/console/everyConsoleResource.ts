import { everyDefinition } from '../resources/all.ts';
import { type ConsoleResource, consoleResource } from './consoleResource.ts';

/**
 * Every resource with pages in the console. The console's build replaces this module by its value, see
 * `vite.config.ts`.
 */
export const everyConsoleResource: readonly ConsoleResource[] = everyDefinition.flatMap(
  (definition) => consoleResource(definition) ?? [],
);
