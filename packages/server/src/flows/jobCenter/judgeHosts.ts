import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@gatehouse/contract/errors.ts';
import { hasPlace, type JobSnapshot, type JobVariable } from '@gatehouse/contract/ops/jobs.ts';
import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import type { CompiledAccess } from '@gatehouse/policy/access/compileAccess.ts';
import { decide, filtersOf } from '@gatehouse/policy/limits/decide.ts';
import { sql } from 'drizzle-orm';
import type { Engine } from '../../engine/context.ts';
import { type Database, texts, uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { accountsForJobs, type JobAccount } from '../../resources/accounts/account/secrets.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { accessOfEach } from '../access/evaluate.ts';
import { factsOfAssets, factsOfUsers } from '../accessRules/facts.ts';
import { passesUnknown } from '../accessRules/passesUnknown.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { chooseAccount } from './chooseAccount.ts';
import { blockedAnywhere, blockedWord, type CommandJudgement, createCommandJudge } from './commandRules.ts';
import { blockedInLines } from './modules/deviceLines.ts';
import { anyCase, type JobWay, pythonScript, pythonWith, wayOf } from './modules/modules.ts';
import {
  parametersOf,
  powershellWith,
  type Script,
  scriptsOf,
  type VariableValues,
  valuesFor,
} from './variables.ts';

/** What is needed to judge. */
export type JudgeDeps = {
  db: Database;
  engine: Pick<Engine, 'permissionsOf' | 'isOrdinary'>;
  ruleBook: Pick<RuleBook, 'assetLogins' | 'filters'>;
  settings: Pick<Settings, 'get'>;
};

/** A run whose machines are judged. */
export type JudgedRun = {
  creator: string;
  org_id: string;
  job: string | null;
  definition: JobSnapshot;
  parameters: unknown;
  remote_addr: string;
};

/** A machine of a run: the account, and the script or the values of the playbook, or why nothing runs there. */
export type JudgedHost = { asset: string; name: string } & (
  | { skipped: Message; account?: undefined; script?: undefined; variables?: undefined }
  | ({ skipped?: undefined; account: JobAccount; judgement: CommandJudgement } & (
      | { script: Script; program?: string; variables?: undefined }
      | { script?: undefined; variables: VariableValues }
    ))
);

/**
 * The machines of a run, and how many of them its user may not use at all; `refused`: the run may not start.
 */
export type Judged =
  | { refused: Message; hosts?: undefined }
  | { refused?: undefined; hosts: JudgedHost[]; forbidden: number };

type AssetColumns = {
  id: string;
  name: string;
  address: string;
  type: string;
  category: string;
  protocol: string | null;
  port: number | null;
  platform: string;
  is_on: boolean;
};

const assetsOf = (
  ids: readonly string[],
  { org, protocols }: { org: string; protocols: readonly string[] },
  db: Database,
): Promise<AssetColumns[]> =>
  db.rows<AssetColumns>(sql`select a.id::text as id, a.name, a.address, a.type, a.category, p.name as platform, way.name as protocol, way.port::int as port,
      coalesce((p.automation->>'ansible_enabled')::boolean, false) as is_on
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform
      left join lateral (select x.value->>'name' as name, (x.value->>'port')::int as port from jsonb_array_elements(a.protocols) x
        where x.value->>'name' = any(${texts(protocols)}) order by array_position(${texts(protocols)}, x.value->>'name') limit 1) way on true
    where a.id = any(${uuids(ids)}) and a.org_id = ${org}::uuid and a.is_active order by a.name, a.id`);

type Creator = { id: string; username: string; is_active: boolean };

const creatorOf = async (id: string, db: Database): Promise<Creator | undefined> =>
  (
    await db.rows<Creator>(sql`select u.id::text as id, u.username, (u.is_active and u.date_expired > now()) as is_active
      from ${allUsers} u where u.id = ${id}::uuid`)
  )[0];

/** Whether a user may currently run jobs in an organization. */
const mayRun = async (
  user: Creator | undefined,
  org: string,
  { db, engine }: JudgeDeps,
): Promise<boolean> => {
  if (!user?.is_active) return false;
  if ((await engine.permissionsOf(user.id, org, db)).has('ops.add_jobexecution')) return true;
  return !(await engine.isOrdinary(user.id, db));
};

type Rules = {
  /** Why a connection rule does not let the user connect to the asset as this account. */
  kept: (asset: string, username: string) => Message | undefined;
  filters: (asset: string, username: string) => readonly CommandFilterRule[];
};

const rulesFor = async (run: JudgedRun, assets: readonly string[], deps: JudgeDeps): Promise<Rules> => {
  const { db, ruleBook } = deps;
  const [logins, filters] = await Promise.all([
    ruleBook.assetLogins(run.org_id),
    ruleBook.filters(run.org_id),
  ]);
  if (logins.rules.length + filters.rules.length === 0) return { kept: () => undefined, filters: () => [] };
  const facts = await factsOfAssets(assets, db);
  const user = (await factsOfUsers([run.creator], run.org_id, db)).get(run.creator);
  const now = new Date();
  const about = (asset: string, account: string, address: string) => {
    const known = facts.get(asset);
    return user && known && { user, asset: known, account, address, now };
  };
  const gone: Message = { key: 'work_gone' };
  return {
    kept: (asset, username) => {
      const request = about(asset, username, run.remote_addr);
      if (!request) return gone;
      const { outcome, rule } = decide(logins, request);
      return outcome === 'reject' || outcome === 'review'
        ? { key: 'job_rule_keeps_off', params: { rule: rule?.name ?? '' } }
        : undefined;
    },
    filters: (asset, username) => {
      const request = about(asset, username, '');
      return request ? filtersOf(filters, request) : [];
    },
  };
};

/** The values of the variables of a run on each of its machines. */
const valuesOn =
  (run: JudgedRun, user: Creator) =>
  (asset: AssetColumns): Record<JobVariable, string> => ({
    jms_username: user.username,
    'jms_asset.id': asset.id,
    'jms_asset.type': asset.type,
    'jms_asset.category': asset.category,
    'jms_asset.name': asset.name,
    'jms_asset.address': asset.address,
    'jms_asset.port': String(asset.port ?? ''),
    jms_job_id: run.job ?? '',
    jms_job_name: run.definition.name,
  });

/** What runs on a machine; `program`: the text of which another language is known. */
type Content =
  | { script: Script; program?: string; variables?: undefined }
  | { script?: undefined; program?: undefined; variables: VariableValues };

/** What runs on each machine: the script of its command, or the values of its playbook. */
const contentFor = (run: JudgedRun, user: Creator): ((asset: AssetColumns) => Content) => {
  const values = valuesOn(run, user);
  const { type, args, module } = run.definition;
  if (type === 'playbook' || type === 'upload_file') return (asset) => ({ variables: values(asset) });
  if (!hasPlace(module)) return () => ({ script: { prelude: '', command: args } });
  const parameters = parametersOf(run.definition, run.parameters);
  if (module === 'win_shell')
    return (asset) => {
      const script = powershellWith(args, valuesFor(values(asset), parameters));
      return { script, program: anyCase([script.command, ...script.values].join('\n')) };
    };
  if (module === 'python')
    return (asset) => {
      const program = pythonWith(args, valuesFor(values(asset), parameters));
      return { script: { prelude: '', command: pythonScript(program) }, program };
    };
  const scriptWith = scriptsOf(args);
  return (asset) => ({ script: scriptWith(valuesFor(values(asset), parameters)) });
};

/** A word of a script that the settings block now, whatever they blocked when the job was saved. */
const createBlock = (settings: JudgeDeps['settings'], language: JobWay['language']) => {
  const list = settings.get('SECURITY_COMMAND_BLACKLIST');
  const passed = new Set<string>();
  return ({ script, program }: Partial<Content>): string | undefined => {
    // The list names programs; a database runs none by their names.
    if (!script || language === 'statements' || language === 'transact') return undefined;
    if (language === 'lines') return blockedInLines(script.command, list);
    const text = program ?? `${script.prelude}${script.command}`;
    if (passed.has(text)) return undefined;
    const word = program === undefined ? blockedWord(script, list) : blockedAnywhere(program, list);
    if (word === undefined) passed.add(text);
    return word;
  };
};

/** Why nothing can run on an asset, regardless of its accounts. */
const unfit = (
  { port, is_on, platform }: AssetColumns,
  { protocols, action }: JobWay,
): Message | undefined => {
  if (!is_on) return { key: 'work_method_off', params: { platform } };
  if (port) return undefined;
  return action === 'upload'
    ? { key: 'transfer_no_protocol' }
    : { key: 'work_no_protocol', params: { protocol: protocols[0] ?? '' } };
};

/** Machines that are judged before other work of the server gets its turn. */
const atOnce = 50;

type Facts = {
  way: JobWay;
  accounts: readonly JobAccount[];
  access: CompiledAccess | undefined;
  rules: Rules;
  contentOf: (asset: AssetColumns) => Content;
  judge: ReturnType<typeof createCommandJudge>;
  passesUnknown: boolean;
  now: Date;
};

/** Nothing can tell what a program does: where filters are in force, it is treated as an unknown command. */
const judgeProgram = (filters: readonly CommandFilterRule[], passesUnknown: boolean): CommandJudgement => ({
  outcome: filters.length > 0 && !passesUnknown ? 'refused' : 'pass',
});

// A permission names a protocol at least.
const isForbidden = (access: CompiledAccess | undefined): boolean => !access?.protocols.length;

/** Why no account of an asset can be used; for transfers, in the terms of the permission where that is the reason. */
const noAccount = (
  { definition, way: { protocols, action } }: Pick<JudgedRun, 'definition'> & { way: JobWay },
  access: CompiledAccess | undefined,
  mayConnect: readonly JobAccount[],
): Message => {
  const params = { accounts: definition.runas };
  if (action === 'connect') return { key: 'job_no_account', params };
  const granted: ReadonlySet<string> = new Set(access?.protocols);
  if (!granted.has('all') && !protocols.some((name) => granted.has(name)))
    return { key: 'transfer_protocol_denied' };
  return { key: chooseAccount(mayConnect, definition) ? 'transfer_upload_denied' : 'job_no_account', params };
};

/** Whether an asset's account may be used in this way now: for transfers, over any of the protocols that suit. */
const may =
  (
    access: CompiledAccess | undefined,
    { asset, way, action }: { asset: AssetColumns; way: JobWay; action: JobWay['action'] },
    now: Date,
  ) =>
  ({ id, has_secret, secret_type }: JobAccount): boolean =>
    has_secret &&
    way.secretTypes.has(secret_type) &&
    (way.action === 'upload' ? way.protocols : [asset.protocol ?? '']).some(
      (protocol) => access?.decide({ account: id, protocol, action, now }).outcome === 'allow',
    );

const judgeHost = (
  asset: AssetColumns,
  { definition }: JudgedRun,
  { way, accounts, access, rules, contentOf, judge, passesUnknown, now }: Facts,
): JudgedHost => {
  const { id, name } = asset;
  const place = { asset: id, name };
  if (isForbidden(access)) return { ...place, skipped: { key: 'job_access_changed' } };
  const skipped = unfit(asset, way);
  if (skipped) return { ...place, skipped };
  const mayWith = (action: JobWay['action']) => accounts.filter(may(access, { asset, way, action }, now));
  const account = chooseAccount(mayWith(way.action), definition);
  if (!account) return { ...place, skipped: noAccount({ definition, way }, access, mayWith('connect')) };
  const kept = rules.kept(id, account.username);
  if (kept) return { ...place, skipped: kept };
  const content = contentOf(asset);
  // A file is no command.
  if (way.action === 'upload') return { ...place, account, judgement: { outcome: 'pass' }, ...content };
  const filters = rules.filters(id, account.username);
  const judgement =
    content.script && way.language !== 'program'
      ? judge(`${content.script.prelude}${content.script.command}`, filters, way.language)
      : judgeProgram(filters, passesUnknown);
  return { ...place, account, judgement, ...content };
};

/**
 * Judges where the command of a run may run now, as which account, and whether command filters allow it: by the
 * permissions of the user who started it, the connection rules, and the policy of the job.
 */
export const judgeHosts = async (
  run: JudgedRun,
  assets: readonly string[],
  deps: JudgeDeps,
): Promise<Judged> => {
  const { db, settings } = deps;
  if (run.definition.type !== 'upload_file' && !settings.get('SECURITY_COMMAND_EXECUTION'))
    return { refused: { key: 'command_execution_off' } };
  const user = await creatorOf(run.creator, db);
  if (!user || !(await mayRun(user, run.org_id, deps))) return { refused: { key: 'job_user_may_not' } };
  const way = wayOf(run.definition);
  if (!way) return { refused: { key: 'job_module_later' } };
  const rows = await assetsOf(assets, { org: run.org_id, protocols: way.protocols }, db);
  const ids = rows.map(({ id }) => id);
  const accounts = Map.groupBy(await accountsForJobs(ids, db), ({ asset }) => asset);
  const accessTo = await accessOfEach(
    ids.map((asset) => ({ user, asset })),
    db,
  );
  const common = {
    way,
    ...{ rules: await rulesFor(run, ids, deps), contentOf: contentFor(run, user) },
    ...{ judge: createCommandJudge(passesUnknown(settings)), passesUnknown: passesUnknown(settings) },
    now: new Date(),
  };
  const blockedIn = createBlock(settings, way.language);
  const hosts: JudgedHost[] = [];
  let forbidden = 0;
  for (const [at, asset] of rows.entries()) {
    if (at > 0 && at % atOnce === 0) await nextTurn();
    const access = accessTo(user, asset.id);
    const host = judgeHost(asset, run, { ...common, access, accounts: accounts.get(asset.id) ?? [] });
    const word = blockedIn(host);
    if (word !== undefined) return { refused: { key: 'job_command_blocked', params: { command: word } } };
    if (isForbidden(access)) forbidden += 1;
    hosts.push(host);
  }
  return { hosts, forbidden };
};
