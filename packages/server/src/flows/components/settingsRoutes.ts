import { hostKeyActions, terminalActions } from '@gatehouse/contract/actions/terminal.ts';
import { addHostKey, listConnectMethods } from '@gatehouse/contract/calls/terminal.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { hostkey } from '@gatehouse/contract/resources/terminal/hostkey.ts';
import { settingNames, settingSpecs } from '@gatehouse/contract/settings/catalogue.ts';
import { hostKeyReportSchema } from '@gatehouse/contract/wire/connection.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import { authorize } from '../../engine/permission.ts';
import { permissionOf, type Values } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { lockAsset } from '../../resources/assets/asset/statements.ts';
import { ownTerminal } from '../../resources/ownTerminal.ts';
import { acceptKey } from '../../resources/terminal/hostkey/index.ts';
import { judgeKey } from '../../resources/terminal/hostkey/judgeKey.ts';
import { switchComponent } from '../../resources/terminal/terminal/switchComponent.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { methodsTakenFrom } from '../connect/rules.ts';
import { hasRedeemedFor } from '../connect/tokens.ts';
import { mayReach } from '../machineWork/reachedMachines.ts';
import { heldWorkOn } from '../machineWork/statements.ts';
import { commandKeepingOf } from '../storages/commandsElsewhere.ts';
import { keepingOf } from '../storages/moves.ts';
import { connectMethods } from './connectMethods.ts';
import { openableMethods } from './gateways.ts';

/**
 * The settings that are marked for components, and further values under the names that components expect
 * (reference 05 §8.3).
 */
const configOf = (settings: Settings, types: { replay: string; command: string }) => ({
  ...Object.fromEntries(
    settingNames.filter((name) => settingSpecs[name].component).map((name) => [name, settings.get(name)]),
  ),
  // The server passes on what it receives, so no component holds the secrets of a storage (docs/decisions/0300).
  TERMINAL_COMMAND_STORAGE: { TYPE: types.command },
  TERMINAL_REPLAY_STORAGE: { TYPE: types.replay },
  TERMINAL_HEADER_TITLE: settings.get('INTERFACE_LOGIN_TITLE'),
  // Each component keeps its own host key, and none gets the key of the assistant (docs/decisions/0230).
  TERMINAL_HOST_KEY: '',
  TERMINAL_RDP_ADDR: '',
  GPT_BASE_URL: '',
  GPT_API_KEY: '',
  GPT_PROXY: '',
  GPT_MODEL: settings.get('GPT_MODEL'),
});

/** Judges a key that a component reports. */
const judgeHostKey = async (body: unknown, ctx: Context) => {
  const parsed = hostKeyReportSchema.safeParse(body);
  if (!parsed.success) throw new AppError('invalid');
  const report = parsed.data;
  const orgId = await lockAsset(report.asset, ctx.db);
  // A component sees only keys of assets for whose connections it has redeemed a token, or on which it works.
  const seen = { component: ctx.actor.id, asset: report.asset };
  const work = await heldWorkOn(seen, ctx.db);
  if (!orgId || !(work || (await hasRedeemedFor(seen, ctx.db)))) throw new AppError('object_does_not_exist');
  const verdict = await judgeKey({ ...report, orgId }, work ?? { trustsFirst: true }, ctx.db);
  if (work && verdict.status === 'trusted' && !(await mayReach(seen, ctx.db)))
    throw new AppError('object_does_not_exist');
  return verdict;
};

/** Gateways report the keys they see; users add keys they know in advance. */
const addHostKeyRoutes = (ports: HttpPorts) => {
  const resource = ports.engine.resource(hostkey);
  bind(ports, addHostKey, async ({ ctx, body }) => {
    const input = await body();
    if (ctx.actor.isServiceAccount) return judgeHostKey(input, ctx);
    authorize(ctx, permissionOf(resource, 'add'));
    const rows = await create(resource, input, ctx);
    const wire: Values[] = [];
    for (const row of rows) wire.push(await presentOne(resource, row, ctx));
    return whole({ status: 201, body: Array.isArray(input) ? wire : wire[0] });
  });
  implement(ports, hostKeyActions, {
    accept: async ({ ctx, row }) => {
      const key = await row({ lock: true });
      await acceptKey(key, ctx);
      const after = await findRow(resource, key.id, ctx);
      await ctx.engine.record(
        [
          {
            action: 'accept',
            resource,
            row: after,
            display: key.fingerprint,
            diff: { [ctx.t('terminal.hostkey.fields.is_active')]: ['', key.fingerprint] },
          },
        ],
        ctx,
      );
      return presentOne(resource, after, ctx);
    },
  });
};

/** Routes served here instead of by the engine. */
export const replacedBySettings: readonly string[] = addHostKey.addresses;

/** Registers configuration, host keys and connect methods. */
export const addComponentSettings = (
  ports: HttpPorts,
  { settings, ruleBook }: { settings: Settings; ruleBook: RuleBook },
): void => {
  addHostKeyRoutes(ports);
  implement(ports, terminalActions, {
    config: async ({ ctx }) => {
      if (!ctx.actor.isServiceAccount) throw new AppError('object_does_not_exist');
      // This server may hear of a change later than the one that told the component.
      await settings.reload();
      const { keeping } = await keepingOf(await ownTerminal(ctx), ctx.db);
      const typeOf = (kept: string) => (kept === 'nowhere' ? 'null' : 'server');
      return configOf(settings, { replay: typeOf(keeping), command: typeOf(await commandKeepingOf(ctx)) });
    },
    enable: (input) => switchComponent(input, true),
    disable: (input) => switchComponent(input, false),
  });
  bind(ports, listConnectMethods, async ({ ctx, query }) =>
    query.flat
      ? whole({ body: connectMethods })
      : openableMethods(await methodsTakenFrom(ctx.actor.id, ctx.remoteAddr, ruleBook, ctx.db), ctx.db),
  );
};
