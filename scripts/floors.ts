import { join } from 'node:path';
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IReachabilityForbiddenRuleType,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const programs = '(server|gateway|runner|launcher|console)';
const components = '(gateway|runner)';
const src = '^packages/([^/]+)/src/';
const sameSrc = '^packages/$1/src/';
const tests = '(^|/)test/|\\.test\\.tsx?$';
// luna is the second entry of the console: above its engine, beside its areas. Background jobs are beside the
// flows: a job runs a flow's function, and a flow may enqueue a job.
const stories = '(flows|jobs|areas|luna)';
// Every folder directly inside these has one purpose and imports nothing of its neighbours except their SQL.
const rooms = 'resources|protocols|ways';

// Packages with code that resources share and that depends on none of them.
const divided = '(server|console)';

/**
 * Files that by their nature name each other as types: the context of a request carries the engine, whose
 * resources' behaviours take the context; a field that relates to another resource has the type of that
 * resource's rows.
 */
const mutualTypes = [
  '^packages/server/src/engine/context\\.ts$',
  '^packages/contract/src/resources/all\\.ts$',
].join('|');

/** Anything outside this repository and the language. */
const outside: IRegularForbiddenRuleType['to']['dependencyTypes'] = [
  'core',
  'npm',
  'npm-dev',
  'npm-optional',
  'npm-peer',
  'npm-no-pkg',
  'npm-unknown',
  'unknown',
];

/** Libraries that parse files. */
const parsers =
  '(read-excel-file|exceljs|xlsx|saxen?|saxes|[^/]*xml[^/]*|csv-parse|papaparse|chardet|fflate|jszip|adm-zip|yauzl|unzipper[^/]*|tar|tar-stream|yaml|js-yaml|sharp|jimp|pngjs|jpeg-js|image-size|node-forge|asn1[^/]*)';
/** Writers of files, and the readers of our own backups and of files of settings, which are commands beside the server. */
const writers =
  '^packages/server/src/(engine/transfer/xlsx|flows/components/replay|platform/backup/archive|platform/yaml)\\.ts$';

type Edge = Pick<IRegularForbiddenRuleType, 'from' | 'to'>;
const ban = (name: string, comment: string, { from, to }: Edge): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
});

/** Who may import whom. An exception is an entry here with its reason, never a comment in the code. */
export const floorRules: (IRegularForbiddenRuleType | IReachabilityForbiddenRuleType)[] = [
  ban('contract-is-the-ground', 'Everybody stands on the contract; it stands on nobody.', {
    from: { path: '^packages/contract/' },
    to: { path: '^packages/(?!contract/)' },
  }),
  ban('policy-stands-on-the-contract', 'Server and components decide by the same rules; it knows neither.', {
    from: { path: '^packages/policy/' },
    to: { path: '^packages/(?!policy/|contract/)' },
  }),
  ban('policy-is-pure', 'A verdict follows from rules and request alone; patterns match in linear time.', {
    from: { path: '^packages/policy/src/', pathNot: tests },
    to: {
      dependencyTypes: outside,
      pathNot: 'node_modules/(re2js|unbash)/|^packages/(policy|contract)/',
    },
  }),
  ban('policy-is-asked-where-access-is-given', 'Launcher and console show verdicts, they make none.', {
    from: { path: `^packages/(?!server/|${components}/|policy/)`, pathNot: tests },
    to: { path: '^packages/policy/' },
  }),
  ban('component-stands-on-the-contract', 'It is what components share, so it knows none of them.', {
    from: { path: '^packages/component/' },
    to: { path: '^packages/(?!component/|contract/)' },
  }),
  ban('components-stand-on-component', 'Server, launcher and console are no components.', {
    from: { path: `^packages/(?!${components}/|component/)`, pathNot: tests },
    to: { path: '^packages/component/' },
  }),
  ban('contract-is-pure', 'It runs in the browser and in every program: no node, no library but zod.', {
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: {
      dependencyTypes: outside,
      pathNot: 'node_modules/zod/|^packages/contract/',
    },
  }),
  ban('packages-talk-through-contract', 'Programs know each other only by what goes over the wire.', {
    from: { path: `^packages/${programs}/`, pathNot: tests },
    to: { path: `^packages/${programs}/`, pathNot: '^packages/$1/' },
  }),
  ban('only-the-server-holds-the-database', 'An intruder in a component must find no database driver.', {
    // The runner works on databases of others, in processes of their own (0418).
    from: {
      path: `^packages/(contract|component|${components}|console)/src/`,
      pathNot: ['^packages/runner/src/ways/postgresql/', tests],
    },
    to: { path: '(^|/)node_modules/(pg|pg-[^/]+|drizzle-[^/]+)/' },
  }),
  ban(
    'console-sees-definitions-as-types',
    'It renders what OPTIONS says; definitions stay out of its bundle.',
    {
      from: { path: '^packages/console/src/', pathNot: tests },
      to: { path: '^packages/contract/src/resources/', dependencyTypesNot: ['type-only'] },
    },
  ),
  ban('console-sees-calls-as-types', 'It makes calls by their address; zod stays out of its bundle.', {
    from: { path: '^packages/console/src/', pathNot: tests },
    to: { path: '^packages/contract/src/calls/', dependencyTypesNot: ['type-only'] },
  }),
  ban(
    'foreign-files-are-parsed-apart',
    'A hostile file may end the process that parses it, never a program (0242).',
    {
      from: {
        path: `^packages/(server|${components}|component|launcher)/src/`,
        pathNot: ['^packages/server/src/platform/parsing/worker/', writers, tests],
      },
      to: { path: `(^|/)node_modules/${parsers}/` },
    },
  ),
  ban(
    'keys-are-parsed-in-crypto',
    'The parser of keys needs minutes for some texts: lengths are checked first.',
    {
      from: {
        path: '^packages/server/src/',
        pathNot: [
          '^packages/server/src/platform/crypto/',
          // Signs in by SFTP, with a key that was read there before.
          '^packages/server/src/platform/blobs/sftpBlobs\\.ts$',
          // Signs in by SSH, likewise.
          '^packages/server/src/platform/ssh/openSsh\\.ts$',
          tests,
        ],
      },
      to: { path: '(^|/)node_modules/ssh2/' },
    },
  ),
  ban('platform-is-lowest', 'It knows nothing of the product.', {
    from: { path: `${src}(platform|theme)/`, pathNot: tests },
    to: { path: `${sameSrc}(engine|replay|${rooms}|${stories}|app)/` },
  }),
  ban('engine-knows-no-resource', 'It serves resources without knowing one.', {
    from: { path: `${src}(engine|replay)/`, pathNot: tests },
    to: { path: `${sameSrc}(${rooms}|${stories}|app)/` },
  }),
  ban('resources-know-no-flow', 'Flows introduce resources to each other, not the other way round.', {
    from: { path: `${src}(${rooms})/`, pathNot: tests },
    to: { path: `${sameSrc}(${stories}|app)/` },
  }),
  ban('app-is-the-roof', 'Only the composition root sees everything; nobody sees it.', {
    from: { path: `${src}${stories}/`, pathNot: tests },
    to: { path: `${sameSrc}app/` },
  }),
  ban('luna-and-areas-are-strangers', 'The terminal is loaded without the console around it.', {
    from: { path: '^packages/console/src/(luna|areas)/' },
    to: { path: '^packages/console/src/(luna|areas)/', pathNot: '^packages/console/src/$1/' },
  }),
  // What several resources share lies beside their folders: in the folder of their app, or in `resources`
  // itself.
  ban('resources-are-strangers', 'Two resources that need each other need a flow.', {
    from: { path: '^packages/(server|console)/src/resources/([^/]+)/([^/]+)/' },
    to: {
      path: '^packages/$1/src/resources/',
      pathNot: [
        '^packages/$1/src/resources/$2/$3/',
        '^packages/$1/src/resources/$2/[^/]+$',
        '^packages/$1/src/resources/[^/]+$',
        '/(relations|statements)\\.ts$',
      ],
    },
  }),
  ban('shared-ground-knows-no-resource', 'What resources share is no way from one of them to another.', {
    from: { path: `^packages/${divided}/src/resources/[^/]+/[^/]+$`, pathNot: tests },
    to: { path: '^packages/$1/src/resources/[^/]+/[^/]+/', pathNot: '/relations\\.ts$' },
  }),
  ban(
    'apps-share-in-resources',
    'What resources of several apps share lies in `resources`, and knows none.',
    {
      from: { path: `^packages/${divided}/src/resources/[^/]+$`, pathNot: tests },
      to: { path: '^packages/$1/src/resources/[^/]+/', pathNot: '/relations\\.ts$' },
    },
  ),
  ban('relations-hold-only-sql', 'What strangers may read of a table brings none of its behaviour along.', {
    from: { path: '^packages/server/src/resources/.+/relations\\.ts$' },
    to: { path: '^packages/', pathNot: '^packages/server/src/platform/database\\.ts$|/relations\\.ts$' },
  }),
  ban('statements-hold-only-sql', 'What strangers may do to a table brings none of its behaviour along.', {
    from: { path: '^packages/server/src/resources/.+/statements\\.ts$' },
    to: {
      path: '^packages/',
      pathNot: '^packages/contract/|^packages/server/src/(platform|engine)/|/(relations|statements)\\.ts$',
    },
  }),
  ban('apps-are-strangers', 'What joins resources of several apps is a flow, or an area of the console.', {
    from: { path: '^packages/(server|console)/src/resources/([^/]+)/', pathNot: tests },
    to: {
      path: '^packages/$1/src/resources/[^/]+/',
      pathNot: ['^packages/$1/src/resources/$2/', '/(relations|statements)\\.ts$'],
    },
  }),
  ban('drivers-are-apart', 'A hostile database may end the process of its driver, never the runner (0418).', {
    from: {
      path: '^packages/runner/src/',
      pathNot: ['^packages/runner/src/(ways/|flows/drivers/main\\.ts$)', tests],
    },
    to: {
      path: '(^|/)node_modules/(pg|mysql2|mongodb|tedious|oracledb)/|^packages/runner/src/ways/(?!ssh/|telnet/)',
    },
  }),
  ban('protocols-are-strangers', 'What two ways to a machine share is the engine or the component.', {
    from: { path: '^packages/(gateway|runner)/src/(protocols|ways)/([^/]+)/' },
    to: {
      path: '^packages/$1/src/(protocols|ways)/[^/]+/',
      pathNot: '^packages/$1/src/$2/$3/',
    },
  }),
  ban('source-knows-no-test', 'What ships does not lean on what tests it.', {
    from: { path: '^packages/[^/]+/src/', pathNot: tests },
    to: { path: `^e2e/|^scripts/|^packages/[^/]+/test/|\\.test\\.tsx?$` },
  }),
  {
    name: 'kinds-lead-back-to-no-registry',
    comment:
      'The console finds its kinds of field by their folders: an import back would be a hidden circle.',
    severity: 'error',
    from: { path: '^packages/console/src/engine/fields/[^/]+/', pathNot: tests },
    to: { path: '^packages/console/src/engine/fields/(registry|inputs)\\.ts$', reachable: true },
  },
  ban(
    'no-cycles',
    'A module in a circle cannot be loaded on its own. Types may be mutual: they are gone when it runs.',
    {
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ),
  ban('no-cycles-of-types', 'Two files that name each other are one file, or want a third.', {
    from: { pathNot: mutualTypes },
    to: { circular: true, viaOnly: { pathNot: mutualTypes } },
  }),
  ban('everything-resolves', 'What cannot be found was moved or never installed.', {
    from: {},
    to: { couldNotResolve: true },
  }),
];

/** Every import in the packages of a checkout that breaks a rule, as `rule: from → to`. */
export const brokenFloors = async (root: string, tsConfig: string): Promise<string[]> => {
  const options: ICruiseOptions = {
    baseDir: root,
    ruleSet: { forbidden: floorRules },
    validate: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: tsConfig },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist[^/]*/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  };
  const { output } = await cruise(['packages'], options, {}, { tsConfig: extractTSConfig(tsConfig) });
  if (typeof output === 'string') throw new Error(output);
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  );
};

/** Checks the floors of this checkout. */
export const brokenFloorsHere = (project: string): Promise<string[]> =>
  brokenFloors(project, join(project, 'packages/console/tsconfig.json'));
