import { AppError } from '@gatehouse/contract/errors.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import type { Context } from '../../engine/context.ts';
import { type Facts, type HttpPorts, inTransaction } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize, can } from '../../engine/permission.ts';
import { openSsh, type SshClient, SshFailure, type SshPlace } from '../../platform/ssh/openSsh.ts';
import { sealedLoginOf } from '../../resources/accounts/account/secrets.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { lockAsset } from '../../resources/assets/asset/statements.ts';
import { judgeKey, knownKeyTypes } from '../../resources/terminal/hostkey/judgeKey.ts';
import type { ToolRun } from './ToolRun.ts';

/** A gateway that a user chose for a tool. */
export type ChosenGateway = {
  id: string;
  name: string;
  orgId: string;
  place: Omit<SshPlace, 'isTrusted'>;
  /** Whether the user may read the gateway's secret, so that it may be sent at first sight (docs/decisions/0431). */
  trustsFirst: boolean;
};

const place = async (row: { id: string; address: string; port: number }, ctx: Context) => {
  const account = await sealedLoginOf(row.id, ctx.db);
  const secret = account && (await openedSecret(account.secret, ctx));
  // `null` stands for no name, as in files of the protocol.
  if (!account || !secret || !account.username || account.username === 'null') return undefined;
  return {
    host: row.address,
    port: row.port,
    username: account.username,
    secret: account.secret_type === 'ssh_key' ? { privateKey: secret } : { password: secret },
    knownTypes: await knownKeyTypes({ asset: row.id, address: row.address, port: row.port }, ctx.db),
  };
};

/**
 * The gateway of an id, if the user may see it and test machines, in the organization of the request; otherwise
 * the run ends with a sentence that does not say whether there is one.
 */
export const chooseGateway = (
  id: string,
  facts: Facts,
  ports: HttpPorts,
  text: ToolRun['text'],
): Promise<ChosenGateway> =>
  inTransaction(facts, ports, async (ctx) => {
    try {
      for (const need of ['assets.view_gateway', 'assets.test_assetconnectivity']) authorize(ctx, need);
      const row = await findRow(ctx.engine.resource(gateway), id, ctx);
      if (!row.is_active) throw new AppError('object_does_not_exist');
      const port = row.protocols?.find(({ name }) => name === 'ssh')?.port ?? 22;
      const found = await place({ id: row.id, address: row.address, port }, ctx);
      if (!found) throw new Error(text('noAccount', { gateway: row.name }));
      const trustsFirst = can(ctx.actor, 'accounts.view_accountsecret');
      return { id: row.id, name: row.name, orgId: row.org_id, place: found, trustsFirst };
    } catch (error) {
      if (error instanceof AppError) throw new Error(text('noGateway'));
      throw error;
    }
  });

/** Work with a gateway, which fails with a sentence. */
export const inWords = async <T>(
  name: string,
  { signal, text }: Pick<ToolRun, 'signal' | 'text'>,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SshFailure)) throw error;
    throw new Error(text(`gateway.${error.reason}`, { gateway: name, detail: error.detail }));
  }
};

/** Signs in to a gateway; its host key is judged as when a component meets it. */
export const openGateway = async (
  { id, name, orgId, place, trustsFirst }: ChosenGateway,
  { signal, text }: Pick<ToolRun, 'signal' | 'text'>,
  { db }: Pick<HttpPorts, 'db'>,
): Promise<SshClient> => {
  const isTrusted: SshPlace['isTrusted'] = (key) => {
    const met = { ...key, asset: id, address: place.host, port: place.port, session: '' };
    return db.transaction(async (tx) => {
      await lockAsset(id, tx);
      return (await judgeKey({ ...met, orgId }, { trustsFirst }, tx)).status === 'trusted';
    });
  };
  return inWords(name, { signal, text }, () => openSsh({ ...place, isTrusted }, signal));
};
