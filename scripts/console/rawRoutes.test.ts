import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../run.ts';
import { declaredAddresses } from './declaredAddresses.ts';
import { rawRoutesIn, undeclaredIn } from './rawRoutes.ts';

const routesOfTests = async (): Promise<Map<string, string[]>> => {
  const routes = new Map<string, string[]>();
  for await (const file of glob('packages/console/{src,gallery}/**/*.test.{ts,tsx}', { cwd: project }))
    routes.set(file, rawRoutesIn(file, await readFile(join(project, file), 'utf8')));
  return routes;
};

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
