import { expect, test } from 'vitest';
import { reporting, unreadScripts, unverified } from './foreignCode.ts';

const integrity = 'sha512-x';

test('a package without a checksum is found, for whichever system it is', () => {
  expect(
    unverified({
      '': {},
      'packages/server': {},
      'node_modules/@gatehouse/server': { link: true },
      'node_modules/sound': { integrity },
      'node_modules/bare': {},
      'node_modules/a/node_modules/deep': { dev: true },
    }),
  ).toEqual(['bare', 'deep']);
});

test('a package of the production tree that reports home is found', () => {
  expect(
    reporting({
      'node_modules/@scarf/scarf': { integrity },
      'node_modules/x/node_modules/posthog-node': { integrity },
      'node_modules/@sentry/node': { dev: true },
      'node_modules/scarf-wool': { integrity },
      'node_modules/fastify': { integrity },
    }),
  ).toEqual(['@scarf/scarf', 'posthog-node']);
});

test('a package of the production tree with an unknown install script is found', () => {
  expect(
    unreadScripts({
      'node_modules/surprise': { hasInstallScript: true },
      'node_modules/esbuild': { hasInstallScript: true, dev: true },
      'node_modules/ssh2': { hasInstallScript: true },
      'node_modules/quiet': {},
    }),
  ).toEqual(['surprise']);
});
