import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenFloors, floorRules } from './floors.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-floors-')));
  const options = {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  await plant({ 'tsconfig.json': JSON.stringify({ compilerOptions: options }) });
  for (const name of ['pg', 'react', 'zod', 'csv-parse', 'ssh2'])
    await plant({
      [`node_modules/${name}/package.json`]: '{"main":"i.js"}',
      [`node_modules/${name}/i.js`]: '',
    });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const plant = async (files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};

const empty = 'export const nothing = 0;';
const contract = '../../../contract/src';
const uses = (path: string) => `import { nothing } from '${path}';\nexport const used = nothing;`;

/** For each rule, an import that breaks it and a similar one that is allowed. */
const plants: Record<
  string,
  { bad: [string, string]; good: [string, string]; files?: Record<string, string> }
> = {
  'foreign-files-are-parsed-apart': {
    bad: ['packages/server/src/flows/a.ts', 'csv-parse'],
    good: ['packages/server/src/platform/parsing/worker/c.ts', 'csv-parse'],
  },
  'keys-are-parsed-in-crypto': {
    bad: ['packages/server/src/resources/users/user/a.ts', 'ssh2'],
    good: ['packages/server/src/platform/crypto/c.ts', 'ssh2'],
  },
  'contract-is-the-ground': {
    bad: ['packages/contract/src/a.ts', '../../server/src/platform/b.ts'],
    good: ['packages/contract/src/c.ts', './wire/d.ts'],
  },
  'policy-stands-on-the-contract': {
    bad: ['packages/policy/src/access/a.ts', '../../../server/src/flows/b.ts'],
    good: ['packages/policy/src/access/c.ts', `${contract}/policy/d.ts`],
  },
  'policy-is-pure': {
    bad: ['packages/policy/src/access/a.ts', 'node:fs'],
    good: ['packages/policy/src/access/c.ts', './d.ts'],
  },
  'policy-is-asked-where-access-is-given': {
    bad: ['packages/console/src/areas/a.ts', '../../../policy/src/b.ts'],
    good: ['packages/gateway/src/flows/c.ts', '../../../policy/src/d.ts'],
  },
  'component-stands-on-the-contract': {
    bad: ['packages/component/src/flows/a.ts', '../../../gateway/src/engine/b.ts'],
    good: ['packages/component/src/flows/c.ts', `${contract}/wire/d.ts`],
  },
  'components-stand-on-component': {
    bad: ['packages/server/src/flows/a.ts', '../../../component/src/flows/b.ts'],
    good: ['packages/gateway/src/flows/c.ts', '../../../component/src/flows/d.ts'],
  },
  'contract-is-pure': {
    bad: ['packages/contract/src/a.ts', 'node:fs'],
    good: ['packages/contract/src/c.ts', 'zod'],
  },
  'packages-talk-through-contract': {
    bad: ['packages/gateway/src/engine/a.ts', '../../../server/src/platform/b.ts'],
    good: ['packages/gateway/src/engine/c.ts', `${contract}/wire/d.ts`],
  },
  'only-the-server-holds-the-database': {
    bad: ['packages/gateway/src/platform/a.ts', 'pg'],
    good: ['packages/server/src/platform/c.ts', 'pg'],
  },
  'console-sees-calls-as-types': {
    bad: ['packages/console/src/engine/a.ts', `${contract}/calls/b.ts`],
    good: ['packages/console/src/engine/c.ts', `${contract}/call/d.ts`],
  },
  'console-sees-definitions-as-types': {
    bad: ['packages/console/src/engine/a.ts', `${contract}/resources/assets/b.ts`],
    good: ['packages/console/src/engine/c.ts', `${contract}/wire/d.ts`],
  },
  'platform-is-lowest': {
    bad: ['packages/server/src/platform/a.ts', '../engine/b.ts'],
    good: ['packages/server/src/engine/c.ts', '../platform/d.ts'],
  },
  'engine-knows-no-resource': {
    bad: ['packages/server/src/engine/a.ts', '../resources/assets/asset/b.ts'],
    good: ['packages/server/src/resources/assets/asset/c.ts', '../../../engine/d.ts'],
  },
  'resources-know-no-flow': {
    bad: ['packages/server/src/resources/assets/asset/a.ts', '../../../flows/b.ts'],
    good: ['packages/server/src/flows/c.ts', '../resources/assets/asset/d.ts'],
  },
  'app-is-the-roof': {
    bad: ['packages/console/src/luna/a.ts', '../app/b.ts'],
    good: ['packages/console/src/app/c.ts', '../luna/d.ts'],
  },
  'luna-and-areas-are-strangers': {
    bad: ['packages/console/src/luna/a.ts', '../areas/b.ts'],
    good: ['packages/console/src/luna/c.ts', './tree/d.ts'],
  },
  'resources-are-strangers': {
    bad: ['packages/server/src/resources/assets/asset/a.ts', '../domain/b.ts'],
    good: ['packages/server/src/resources/assets/asset/c.ts', '../domain/relations.ts'],
  },
  'shared-ground-knows-no-resource': {
    bad: ['packages/server/src/resources/assets/a.ts', './asset/b.ts'],
    good: ['packages/server/src/resources/assets/c.ts', './asset/relations.ts'],
  },
  'apps-share-in-resources': {
    bad: ['packages/server/src/resources/a.ts', './assets/b.ts'],
    good: ['packages/server/src/resources/assets/asset/c.ts', '../../d.ts'],
  },
  'relations-hold-only-sql': {
    bad: ['packages/server/src/resources/assets/asset/relations.ts', './b.ts'],
    good: ['packages/server/src/resources/assets/domain/relations.ts', '../../../platform/database.ts'],
  },
  'statements-hold-only-sql': {
    bad: ['packages/server/src/resources/assets/asset/statements.ts', './b.ts'],
    good: ['packages/server/src/resources/assets/domain/statements.ts', '../asset/relations.ts'],
  },
  'apps-are-strangers': {
    bad: ['packages/server/src/resources/assets/a.ts', '../accounts/b.ts'],
    good: ['packages/server/src/resources/assets/asset/c.ts', '../d.ts'],
  },
  'protocols-are-strangers': {
    bad: ['packages/gateway/src/protocols/telnet/a.ts', '../ssh/b.ts'],
    good: ['packages/gateway/src/protocols/telnet/c.ts', '../../engine/d.ts'],
  },
  'drivers-are-apart': {
    bad: ['packages/runner/src/flows/a.ts', '../ways/postgresql/b.ts'],
    good: ['packages/runner/src/flows/drivers/main.ts', '../../ways/postgresql/d.ts'],
  },
  'source-knows-no-test': {
    bad: ['packages/server/src/engine/a.ts', '../../test/b.ts'],
    good: ['packages/server/src/engine/c.test.ts', '../../test/d.ts'],
  },
  'kinds-lead-back-to-no-registry': {
    bad: ['packages/console/src/engine/fields/text/ui.tsx', '../../cells/a.ts'],
    good: ['packages/console/src/engine/fields/list/ui.tsx', '../ariaOf.ts'],
    files: {
      'packages/console/src/engine/cells/a.ts': uses('../fields/registry.ts'),
      'packages/console/src/engine/fields/registry.ts': empty,
    },
  },
  'no-cycles': {
    bad: ['packages/server/src/engine/a.ts', './b.ts'],
    good: ['packages/server/src/engine/c.ts', './d.ts'],
    files: {
      'packages/server/src/engine/b.ts': `import { used } from './a.ts';\nexport const nothing = used;`,
    },
  },
  'no-cycles-of-types': {
    bad: ['packages/server/src/engine/a.ts', './b.ts'],
    good: ['packages/server/src/engine/resource.ts', './context.ts'],
    files: {
      'packages/server/src/engine/a.ts': `import type { nothing } from './b.ts';\nexport const used = 0 as typeof nothing;`,
      'packages/server/src/engine/b.ts': `import type { used } from './a.ts';\nexport const nothing = 0 as typeof used;`,
      'packages/server/src/engine/context.ts': `import type { used } from './resource.ts';\nexport const nothing = 0 as typeof used;`,
    },
  },
  'everything-resolves': {
    bad: ['packages/server/src/engine/a.ts', './b.ts.gone'],
    good: ['packages/server/src/engine/c.ts', './d.ts'],
  },
};

test('every rule has a planted violation', () => {
  expect(Object.keys(plants).toSorted()).toEqual(floorRules.map((rule) => rule.name).toSorted());
});

test.each(Object.entries(plants))(
  '%s reports its planted violation and allows the valid import beside it',
  async (name, { bad, good, files }) => {
    const targets = [bad, good].filter(([, to]) => to.startsWith('.') && to.endsWith('.ts'));
    for (const [from, to] of targets) await plant({ [join(dirname(from), to)]: empty });
    await plant({ [bad[0]]: uses(bad[1]), [good[0]]: uses(good[1]), ...files });
    const reports = await brokenFloors(root, join(root, 'tsconfig.json'));
    const named = (file: string) => reports.filter((report) => report.includes(`: ${file} →`));
    expect(named(bad[0]).map((report) => report.split(':')[0])).toContain(name);
    expect(named(good[0])).toEqual([]);
  },
);

test("the gateway's engine imports no protocol, and a protocol no flow", async () => {
  await plant({
    'packages/gateway/src/protocols/ssh/a.ts': uses('../../flows/b.ts'),
    'packages/gateway/src/flows/b.ts': empty,
    'packages/gateway/src/engine/c.ts': uses('../protocols/ssh/d.ts'),
    'packages/gateway/src/protocols/ssh/d.ts': empty,
  });
  expect((await brokenFloors(root, join(root, 'tsconfig.json'))).toSorted()).toEqual([
    'engine-knows-no-resource: packages/gateway/src/engine/c.ts → packages/gateway/src/protocols/ssh/d.ts',
    'resources-know-no-flow: packages/gateway/src/protocols/ssh/a.ts → packages/gateway/src/flows/b.ts',
  ]);
});

test('a definition may be imported as a type', async () => {
  await plant({
    'packages/contract/src/resources/assets/domain.ts': empty,
    'packages/console/src/engine/a.ts': `import type { nothing } from '${contract}/resources/assets/domain.ts';\nexport const one = 0 as typeof nothing;`,
  });
  expect(await brokenFloors(root, join(root, 'tsconfig.json'))).toEqual([]);
});
