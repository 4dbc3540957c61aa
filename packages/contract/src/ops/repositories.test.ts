import { expect, test } from 'vitest';
import { isRefName, repositoryPlace } from './repositories.ts';

test.each([
  ['ssh://git@git.example.com/ops/web.git', ['git', 'git.example.com', 22, '/ops/web.git']],
  ['ssh://git@git.example.com:7999/ops/web.git', ['git', 'git.example.com', 7999, '/ops/web.git']],
  ['ssh://ann@[fd00::7]:2222/~ann/web', ['ann', 'fd00::7', 2222, '~ann/web']],
  ['git@10.8.0.12:ops/web.git', ['git', '10.8.0.12', 22, 'ops/web.git']],
  ['git@git.example.com:/srv/运维.git', ['git', 'git.example.com', 22, '/srv/运维.git']],
])('%s is an address of a repository', (address, place) => {
  expect(Object.values(repositoryPlace(address) ?? {})).toEqual(place);
});

test.each([
  '',
  'https://git.example.com/ops/web.git',
  'git://git.example.com/ops/web.git',
  'file:///etc',
  '/srv/git/web.git',
  'ext::sh -c id',
  'ssh://git.example.com/ops/web.git',
  'ssh://git:secret@git.example.com/web.git',
  'ssh://-oProxyCommand=id@host/web.git',
  'ssh://git@-oProxyCommand=id/web.git',
  'git@-oProxyCommand=id:web.git',
  'git@host:-upload',
  "git@host:web'; id; '",
  'git@host:$(id)',
  'git@host:a b',
  'git@host:../../etc',
  'git@host:web.git\nid',
  'ssh://git@host:0/web.git',
  'ssh://git@host:65536/web.git',
])('%j is none', (address) => {
  expect(repositoryPlace(address)).toBeUndefined();
});

test('a branch, tag or commit is a name, and never an option or a range', () => {
  expect(['main', 'release/1.2', 'v1.0.0', '发布'].filter((name) => !isRefName(name))).toEqual([]);
  expect(['', '--upload-pack=id', '-f', 'a..b', 'a b', 'a\nb', '^main', 'a:b'].filter(isRefName)).toEqual([]);
});
