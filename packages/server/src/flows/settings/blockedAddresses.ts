import { randomUUID } from 'node:crypto';
import { listBlockedAddresses, unlockAddresses } from '@gatehouse/contract/calls/settings.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { settingFormOf } from './settingForms.ts';

const usualLimit = 15;

const noteUnlocking = (addresses: readonly string[], ctx: Context) =>
  ctx.engine.record(
    [
      {
        action: 'update',
        resource: settingFormOf('security_login_limit').form,
        row: { id: 'security_login_limit' },
        display: ctx.t('panels.security_login_limit._'),
        diff: { [ctx.t('panels.security_login_limit.blocked')]: [addresses.join(', '), ''] },
      },
    ],
    ctx,
  );

/** Registers the addresses that are blocked for too many failed sign-ins, and unblocking them. */
export const addBlockedAddresses = (ports: HttpPorts, lockOut: LockOut): void => {
  bind(ports, listBlockedAddresses, async ({ ctx, query }) => {
    const addresses = await lockOut.lockedAddresses(ctx.db);
    const offset = Number(query.offset ?? 0);
    const page = addresses.slice(offset, offset + Number(query.limit ?? usualLimit));
    return { count: addresses.length, results: page.map((ip) => ({ id: randomUUID(), ip })) };
  });
  bind(ports, unlockAddresses, async ({ ctx, body }) => {
    const { ips } = await body();
    const locked = new Set(await lockOut.lockedAddresses(ctx.db));
    const released = [...new Set(ips)].filter((ip) => locked.has(ip));
    await lockOut.releaseAddresses(ips, ctx.db);
    if (released.length > 0) await noteUnlocking(released, ctx);
  });
};
