import type { Duplex } from 'node:stream';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { type DatabaseFacts, type DatabaseSession, onDatabase } from '../../engine/database.ts';
import { removeAccount, setAccountSecret } from '../../engine/databaseAccounts.ts';
import { tlsOver } from '../../engine/tlsOver.ts';
import type { Way } from '../../engine/way.ts';
import { commandOf, RedisError, type Reply, replyIn } from './replies.ts';
import { type Ask, userSteps } from './userPassword.ts';

const ANSWER_MS = 20_000;
/** Codes, and words, with which servers of different ages refuse a name or a password. */
const refusals = /^(WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH|ERR Client sent AUTH)/;

/** Whether users sign in with a name: servers before version 6 know a password only. */
const hasNames = ({ platform, protocol }: ConnectionSecret): boolean =>
  platform.protocols.find(({ name }) => name === protocol)?.setting.auth_username === true;

/** Asks one thing after the other. */
const askOn = (stream: Duplex): Ask => {
  let data: Buffer = Buffer.alloc(0);
  let broken: Error | undefined;
  let wake: () => void = () => undefined;
  stream.on('data', (chunk: Buffer) => {
    data = Buffer.concat([data, chunk]);
    wake();
  });
  const fail = (error: Error) => {
    broken ??= error;
    wake();
  };
  stream.on('error', fail).on('close', () => fail(new Error('closed')));
  const next = async (): Promise<Reply> => {
    for (const late = Date.now() + ANSWER_MS; ; ) {
      const read = replyIn(data);
      if (read) {
        data = data.subarray(read.end);
        return read.reply;
      }
      if (broken) throw broken;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const patience = setTimeout(() => fail(new Error('no answer in time')), late - Date.now());
      await promise;
      clearTimeout(patience);
    }
  };
  return async (...words) => {
    stream.write(commandOf(words));
    const reply = await next();
    if (reply instanceof RedisError) throw reply;
    return reply;
  };
};

const signIn = async (facts: DatabaseFacts, socket: Duplex, isNamed: boolean): Promise<DatabaseSession> => {
  const stream = facts.tls ? tlsOver(socket, facts.tls) : socket;
  const ask = askOn(stream);
  await ask('AUTH', ...(isNamed ? [facts.user] : []), facts.password);
  return {
    version: async () => /redis_version:(\S+)/.exec(String(await ask('INFO', 'server')))?.[1] ?? '',
    accounts: async () => {
      const users = await ask('ACL', 'USERS');
      return Array.isArray(users) ? users.map(String) : [];
    },
    // Without names there is one password for all.
    ...(isNamed && {
      setSecret: (change, isPush) => setAccountSecret(userSteps(ask, facts), facts, change, isPush),
      removeAccount: (username) => removeAccount(userSteps(ask, facts), facts, username),
    }),
    close: () => stream.destroy(),
  };
};

/** Works on a Redis server, whose users are those of its access control lists. */
export const overRedis: Way = (work, deps) =>
  onDatabase(work, deps, {
    signIn: (facts, { socket }) => signIn(facts, socket, hasNames(work.connection)),
    isRefusal: (error) => error instanceof RedisError && refusals.test(error.message),
    isAnswer: (error) => error instanceof RedisError,
  });
