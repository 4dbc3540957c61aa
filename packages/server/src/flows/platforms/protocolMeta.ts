import { type ProtocolSetting, protocolOf, protocols } from '@gatehouse/contract/assets/protocols.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { optionsOf } from '../../engine/metadata.ts';
import type { Values } from '../../engine/resource.ts';
import { readColumn } from '../../engine/routes/describeRoutes.ts';
import { shownSetting } from '../../resources/assets/platform/protocols.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';

const words = (part: 'fields' | 'help', name: string, ctx: Context): string | undefined => {
  const own = `assets.protocolsetting.${part}.${name}`;
  const found = ctx.t(own);
  if (found !== own) return found;
  const web = `assets.web.${part}.${name}`;
  const shared = ctx.t(web);
  return shared === web ? undefined : shared;
};

const types: Record<ProtocolSetting['type'], FieldMeta['type']> = {
  str: 'string',
  text: 'json',
  bool: 'boolean',
  choice: 'choice',
};

const choiceWords = (setting: string, value: string, ctx: Context): string => {
  for (const key of [
    `assets.protocolsetting.choices.${setting}.${value}`,
    `common.choices.${setting}.${value}`,
  ]) {
    const text = ctx.t(key);
    if (text !== key) return text;
  }
  return value;
};

const settingMeta = (setting: ProtocolSetting, isLicensed: boolean, ctx: Context): FieldMeta => {
  const help = words('help', setting.name, ctx);
  const choices = [...(setting.choices ?? []), ...(isLicensed ? (setting.licensed ?? []) : [])];
  return {
    type: types[setting.type],
    required: !('default' in setting),
    read_only: false,
    write_only: false,
    label: words('fields', setting.name, ctx) ?? setting.name,
    ...(setting.default !== undefined && { default: setting.default }),
    ...(help !== undefined && { help_text: help }),
    ...(setting.type === 'str' && { max_length: 4096 }),
    ...(choices.length > 0 && {
      choices: choices.map((value) => ({ value, label: choiceWords(setting.name, value, ctx) })),
    }),
  };
};

/** Protocols by name, with enterprise ones only in that edition. */
export const protocolChoices = (isEnterprise: boolean) =>
  protocols
    .filter((protocol) => isEnterprise || !protocol.xpack)
    .map(({ name, label }) => ({ label, value: name }));

/** Metadata of a platform's protocol, with the settings of the named protocol. */
export const protocolOptions = async (
  query: URLSearchParams,
  isLicensed: boolean,
  ctx: Context,
): Promise<Values> => {
  const { actions, name, description, renders, parses } = await optionsOf(
    ctx.engine.resource(platformDefinition),
    query,
    ctx,
  );
  const fields = { ...actions?.POST?.protocols?.child?.children };
  const setting = fields.setting;
  const known = protocolOf(query.get('name') ?? '');
  if (setting)
    fields.setting = {
      ...setting,
      type: 'nested object',
      children: Object.fromEntries(
        (known?.setting ?? []).map((protocolSetting) => [
          protocolSetting.name,
          settingMeta(protocolSetting, isLicensed, ctx),
        ]),
      ),
    };
  return {
    name,
    description,
    renders,
    parses,
    actions: {
      GET: { ...fields, platform: readColumn('integer', ctx.t('common.fields.platform')) },
      POST: fields,
      PUT: fields,
      PATCH: fields,
    },
  };
};

/** Protocols of platforms, each with its platform; `name` and `platform__name` select among them. */
export const protocolRows = async (
  { name = '', platform__name = '' }: { name?: string; platform__name?: string },
  ctx: Context,
): Promise<Values[]> => {
  const rows = await ctx.db.rows<{
    platform: number;
    protocol: Values;
    among: Values[];
  }>(sql`select t.id::int as platform, p as protocol, t.protocols as among
    from ${allPlatforms} t, jsonb_array_elements(t.protocols) with ordinality as e(p, place)
    where (${name} = '' or p ->> 'name' = ${name}) and (${platform__name} = '' or t.name = ${platform__name}) order by p ->> 'name', t.id, e.place`);
  return rows.map(({ platform, protocol, among }) => {
    const known = protocolOf(String(protocol.name));
    return {
      ...protocol,
      setting: shownSetting(protocol, among),
      port_from_addr: known?.port_from_addr === true,
      secret_types: known?.secret_types ?? ['password'],
      platform,
    };
  });
};
