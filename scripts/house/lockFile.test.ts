import { expect, test } from 'vitest';
import { lockGaps } from './lockFile.ts';

test('a package for another platform that the lock file lacks is found, with its platform', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: {
        '@tool/cli-darwin-arm64': '1.2.3',
        '@tool/cli-linux-x64-musl': '1.2.3',
        '@tool/cli-linux-x64': '1.2.3',
      },
    },
    'node_modules/@tool/cli-linux-x64': { version: '1.2.3' },
  };
  expect(lockGaps(packages)).toEqual({
    'node_modules/@tool/cli-darwin-arm64': {
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  });
});

test('a package beside or above its dependent is found', () => {
  const user = { optionalDependencies: { lib: '1.0.0' } };
  expect(lockGaps({ 'node_modules/a/node_modules/b': user, 'node_modules/a/node_modules/lib': {} })).toEqual(
    {},
  );
  expect(lockGaps({ 'node_modules/a/node_modules/b': user, 'node_modules/lib': {} })).toEqual({});
  expect(lockGaps({ 'packages/a': user, 'packages/a/node_modules/lib': {} })).toEqual({});
});
