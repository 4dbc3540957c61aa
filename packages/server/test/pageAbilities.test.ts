import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf } from '../src/engine/resource.ts';
import { startApi } from './api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const layouts = new URL('../../contract/src/layouts/', import.meta.url);

/** List modes of a definition, as the console imports them. */
const modesOf = async (app: string, name: string): Promise<object[]> => {
  if (!readdirSync(fileURLToPath(new URL(`${app}/`, layouts))).includes(`${name}.ts`)) return [];
  return Object.values(await import(new URL(`${app}/${name}.ts`, layouts).href));
};

test('the list page of every resource with rules about its rows asks for abilities', async () => {
  const silent: string[] = [];
  for (const resource of api.services.engine.resources.values()) {
    const { app, name, console: place } = resource.definition;
    const verbs = Object.keys(resource.behaviour.refusals ?? {}).filter(
      (verb) => verb === 'update' || verb === 'destroy',
    );
    const isShown =
      place?.pages.includes('list') &&
      verbs.some((verb) => operationsOf(resource).some((has) => has === verb));
    if (!isShown) continue;
    const modes = await modesOf(app, name);
    if (!modes.some((mode) => 'abilities' in mode && mode.abilities === true)) silent.push(resource.key);
  }
  expect(silent).toEqual([]);
});
