import { createHash } from 'node:crypto';
import type { AccountSteps, DatabaseAccount } from '../../engine/databaseAccounts.ts';
import { TargetFailure } from '../../engine/targetFailure.ts';
import { RedisError, type Reply } from './replies.ts';

/** Sends a command and tells its answer; throws what the server refused. */
export type Ask = (...words: string[]) => Promise<Reply>;

const MOST_NAME = 128;
/** Rules with which a user could take the rights of others. */
const ruling =
  /(^|[\s(])\+(@all|@admin|@dangerous|(acl|config|module|replicaof|slaveof|debug)(\|(setuser|load|set))?)(?![|\w])/i;

/** How the server keeps its users. */
type Keeping = 'acl' | 'config';

/** The fields of an answer that lists names and values in turn. */
const fieldsOf = (reply: Reply): Map<string, Reply> => {
  const list = Array.isArray(reply) ? reply : [];
  return new Map(
    list.flatMap((name, at) => (at % 2 === 0 ? [[String(name), list[at + 1] ?? null] as const] : [])),
  );
};

const textOf = (reply: Reply | undefined): string =>
  Array.isArray(reply) ? reply.map(textOf).join(' ') : String(reply ?? '');

const unusable = (flags: readonly string[]): string | undefined => {
  if (!flags.includes('on')) return 'the user is switched off';
  return flags.includes('nopass') ? 'the user signs in without a password' : undefined;
};

const accountIn = (reply: Reply): DatabaseAccount | undefined => {
  if (reply === null) return undefined;
  const fields = fieldsOf(reply);
  const flags = textOf(fields.get('flags')).split(' ');
  const rules = `${textOf(fields.get('commands'))} ${textOf(fields.get('selectors'))}`;
  return {
    isAdministrator: flags.includes('allcommands') || ruling.test(rules),
    unusable: unusable(flags),
  };
};

/** The file in which the server keeps its users; without one it would forget a change with its next start. */
const fileOf = async (ask: Ask): Promise<Keeping> => {
  const isNamed = (info: Reply, name: string) => (fieldsOf(info).get(name) ?? '') !== '';
  if (isNamed(await ask('CONFIG', 'GET', 'aclfile'), 'aclfile')) return 'acl';
  const info = textOf(await ask('INFO', 'server'));
  if (/^config_file:\S/m.test(info)) return 'config';
  throw new RedisError('the server keeps its users in no file, so it would forget the change');
};

/** Rules with which a user gets this password and no other; the server is told what it keeps, never the password. */
const passwordRules = (secret: string): string[] => [
  'resetpass',
  `#${createHash('sha256').update(secret).digest('hex')}`,
];

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** How users are changed. A new one may sign in, and nothing else. */
export const userSteps = (
  ask: Ask,
  place: { address: string; port: number },
): AccountSteps<DatabaseAccount> => {
  let saving: Keeping | undefined;
  const save = () => ask(...(saving === 'acl' ? ['ACL', 'SAVE'] : ['CONFIG', 'REWRITE']));
  const unsaved = (username: string) => (error: unknown) => {
    if (!(error instanceof RedisError)) throw error;
    const about = { ...place, username };
    throw new TargetFailure('failed', 'machine_secret_unsaved', about, { output: error.message });
  };
  return {
    isName: (username) =>
      username !== '' && username.length <= MOST_NAME && isText(username) && !/\s/.test(username),
    isSecret: isText,
    read: async (username) => {
      saving = await fileOf(ask);
      return accountIn(await ask('ACL', 'GETUSER', username));
    },
    set: async ({ username, secret }, user) => {
      const rules = passwordRules(secret);
      await ask('ACL', 'SETUSER', username, ...(user ? rules : ['on', ...rules]));
      await save().catch(unsaved(username));
    },
    remove: async (username) => {
      await ask('ACL', 'DELUSER', username);
      await save();
    },
    isAnswer: (error) => error instanceof RedisError,
  };
};
