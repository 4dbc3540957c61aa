import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { looseFiles } from '../../packages/console/test/contract/looseFiles.ts';
import { project } from '../run.ts';
import { declaredAddresses } from './declaredAddresses.ts';
import { rawRouteFiles } from './rawRouteFiles.ts';
import { rawRouteDifferences, rawRoutesIn, undeclaredIn } from './rawRoutes.ts';

const routesOfTests = async (): Promise<Map<string, string[]>> => {
  const routes = new Map<string, string[]>();
  for await (const file of glob('packages/console/{src,gallery}/**/*.test.{ts,tsx}', { cwd: project }))
    routes.set(file, rawRoutesIn(file, await readFile(join(project, file), 'utf8')));
  return routes;
};

test('console tests are held against the contract when they run, or answer with its types, except those listed, which shrink', async () => {
  const loose = new Set(looseFiles.map((file) => `packages/console/${file}`));
  const files = [...(await routesOfTests())].filter(([file]) => loose.has(file));
  expect(rawRouteDifferences(new Map(files), rawRouteFiles)).toEqual([]);
});

test('no console test answers an address that the contract does not declare', async () => {
  const unknown = [...(await routesOfTests())].flatMap(([file, routes]) =>
    undeclaredIn(routes, declaredAddresses).map((address) => `${file}: ${address}`),
  );
  expect(unknown).toEqual([]);
});

test('routes written by hand are found, those of typed helpers and of other servers are not', () => {
  const text = `
    const routes = {
      'GET /api/v1/a/': [], [\`POST \${URL}b/\`]: {}, ['PATCH /api/v1/c/']: () => 1, 'GET /secret/': {},
      ...answerTo('GET /api/v1/d/', []), [KEY]: 1, other: 2,
    };
  `;
  expect(rawRoutesIn('a.test.ts', text)).toEqual(['GET /api/v1/a/', `POST \${URL}b/`, 'PATCH /api/v1/c/']);
});

test('an address is declared if method and steps agree', () => {
  const declared = ['GET /api/v1/a/', 'PATCH /api/v1/a/:id/'];
  const wrong = ['POST /api/v1/a/', 'GET /api/v1/a/7/', 'PATCH /api/v1/a/7/x/', 'GET /api/v1/b/'];
  expect(undeclaredIn(['GET /api/v1/a/', 'PATCH /api/v1/a/7/', `GET \${URL}`, ...wrong], declared)).toEqual(
    wrong,
  );
});

test('the list of files is checked both ways', () => {
  const files = new Map([
    ['raw.test.ts', ['GET /api/v1/a/']],
    ['listed.test.ts', ['GET /api/v1/a/']],
    ['clean.test.ts', []],
  ]);
  expect(rawRouteDifferences(files, ['listed.test.ts', 'clean.test.ts', 'gone.test.ts'])).toEqual([
    'raw.test.ts: answer with answerTo, listOf or rowAt: GET /api/v1/a/',
    'clean.test.ts: no longer answers by hand',
    'gone.test.ts: no longer answers by hand',
  ]);
});
