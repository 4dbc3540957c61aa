import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { database } from '@gatehouse/contract/resources/assets/database.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import type { Context } from '../../../engine/context.ts';
import { presentOne, storedRows } from '../../../engine/operations/read.ts';
import { connectMethods } from '../../components/connectMethods.ts';

/** What the certificates of a database are to a component that opens it; empty for other assets. */
const certificates = async (assetId: string, category: string, ctx: Context): Promise<object> => {
  if (category !== 'database') return {};
  const resource = ctx.engine.resource(database);
  const rows = await storedRows(resource, [assetId], ctx);
  const names = ['ca_cert', 'client_cert', 'client_key'] as const;
  return (await ctx.engine.present(resource, rows, [...names], ctx))[0] ?? {};
};

/** What components of the protocol learn of an asset besides where it is. */
export const assetFacts = async (assetId: string, ctx: Context): Promise<object> => {
  const resource = ctx.engine.resource(asset);
  const rows = await storedRows(resource, [assetId], ctx);
  const [shown] = await ctx.engine.present(resource, rows, ['spec_info'], ctx);
  const { category = '', type = '' } = rows[0] ?? {};
  const secret_info = await certificates(assetId, category, ctx);
  return { category, type, info: {}, spec_info: shown?.spec_info ?? {}, secret_info };
};

/** The platform as its page shows it. */
export const platformFacts = async (platformId: number, ctx: Context): Promise<object> => {
  const resource = ctx.engine.resource(platform);
  const [row] = await storedRows(resource, [String(platformId)], ctx);
  return row ? presentOne(resource, row, ctx, { without: ['automation'] }) : {};
};

/** A way to connect, by its value, with the component that serves it. */
export const methodFacts = (value: string) => {
  const known = connectMethods.find((method) => method.value === value);
  const { label = value, type = '', component = '' } = known ?? {};
  return { value, label, type, component };
};
