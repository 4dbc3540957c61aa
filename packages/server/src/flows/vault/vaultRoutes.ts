import { randomUUID } from 'node:crypto';
import { syncVault, testVault } from '@gatehouse/contract/calls/vault.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { type KeyValuePlace, keyValueAt, tryKeyValue } from '../../platform/secretStore/keyValue.ts';
import { pathOf, vaultPlaceOf } from '../../platform/secretStore/secretStore.ts';
import type { Settings } from '../../platform/settings.ts';
import { settingFormOf } from '../settings/settingForms.ts';
import { outlivedSecrets, valuesFrom } from '../settings/settingValues.ts';
import { vaultSync } from './vaultSync.ts';

type Deps = { settings: Settings; jobs: Jobs };

const refused = (key: string, params: AppError['params'], ctx: Context) =>
  whole({ status: 400, body: { msg: ctx.t(`errors.${key}`, params) } });

/** What is in the way of using a vault; undefined if nothing is. */
const obstacle = async (place: KeyValuePlace): Promise<AppError | undefined> => {
  try {
    await tryKeyValue(keyValueAt(place), pathOf(randomUUID()), randomUUID());
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

/**
 * The vault as a panel's values say; those that are missing are taken from the stored settings. The stored
 * token is used only with the server it was stored for, so that it cannot be sent elsewhere.
 */
const placeFrom = async (body: unknown, settings: Settings, ctx: Context): Promise<KeyValuePlace> => {
  const panel = settingFormOf('vault');
  const input = await valuesFrom(panel, body, 'patch', ctx);
  const outlived = outlivedSecrets(panel, input, settings);
  const current = (name: SettingName) =>
    String(input[name] ?? (outlived.includes(name) ? '' : settings.get(name)));
  return {
    host: current('VAULT_HCP_HOST'),
    token: current('VAULT_HCP_TOKEN'),
    mount: current('VAULT_HCP_MOUNT_POINT'),
  };
};

/** Registers the test of the vault, and the move of secrets to it (reference 07 §10). */
export const addVaultRoutes = (ports: HttpPorts, { settings, jobs }: Deps): void => {
  const isOn = () => settings.get('VAULT_ENABLED');
  bind(
    ports,
    testVault,
    async ({ ctx, body }) => {
      if (!isOn()) return refused('vault_off', {}, ctx);
      const found = await obstacle(await placeFrom(await body(), settings, ctx));
      if (found) return refused(found.messageKey, found.params, ctx);
      return { msg: ctx.t('panels.vault.tested') };
    },
    { noTransaction: true },
  );
  bind(
    ports,
    syncVault,
    async ({ ctx, body }) => {
      await body();
      if (!isOn()) return refused('vault_off', {}, ctx);
      const found = await obstacle(vaultPlaceOf(settings));
      if (found) return refused(found.messageKey, found.params, ctx);
      const starter = { by: displayOf(ctx.actor), creator: ctx.actor.id };
      const task = await ctx.db.transaction((db) => jobs.enqueue(vaultSync, {}, { db, ...starter }));
      if (!task) throw new AppError('task_waits_already');
      return { task };
    },
    { noTransaction: true },
  );
};
