import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { idArray } from '../../../engine/fields/related.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';
import { allPlatforms } from '../platform/relations.ts';
import { type CustomField, customInfo, withoutPasswords } from './customInfo.ts';

const fieldsOf = async (platformIds: unknown[], ctx: Context): Promise<Map<string, CustomField[]>> => {
  const ids = platformIds.filter((id) => id !== null && id !== undefined).map(String);
  const rows = await ctx.db.rows<{ id: string; fields: CustomField[] }>(
    sql`select id::text as id, custom_fields as fields from ${allPlatforms} p where id = any(${idArray(ctx.engine.resource(platform), ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row.fields]));
};

const metaTypes: Record<string, FieldMeta['type']> = {
  int: 'integer',
  bool: 'boolean',
  choice: 'choice',
  list: 'list',
};

const metaOf = (field: CustomField): FieldMeta => ({
  type: metaTypes[field.type] ?? 'string',
  required: false,
  read_only: false,
  write_only: field.type === 'password',
  label: field.label || field.name,
  ...(field.help_text && { help_text: field.help_text }),
  ...(field.default && { default: field.default }),
  ...(field.choices?.length && {
    choices: field.choices.map((choice) => ({ value: choice, label: choice })),
  }),
});

/** Assets of custom types: their extra fields are those of their platform. */
export const customBehaviour = (base: Behaviour<typeof asset>): Behaviour<typeof custom> =>
  varyWrite<typeof asset, typeof custom>(
    base,
    async ({ before, values, ctx }) => {
      if (values.custom_info === undefined && before) return undefined;
      const platformId = values.platform ?? before?.platform;
      const fields = (await fieldsOf([platformId], ctx)).get(String(platformId)) ?? [];
      const stored = before?.custom_info ?? {};
      const { info, errors } = customInfo(values.custom_info ?? {}, stored, fields, ctx.engine.vault.seal);
      if (Object.keys(errors).length) throw new ValidationError({ custom_info: errors });
      return { custom_info: info };
    },
    {
      computed: {
        ...base.computed,
        custom_info: async (rows, ctx) => {
          const fields = await fieldsOf(
            rows.map((row) => row.platform),
            ctx,
          );
          return rows.map((row) => withoutPasswords(row.custom_info ?? {}, fields.get(row.platform) ?? []));
        },
      },
      describe: async (meta, ctx, query) => {
        const platformId = query.get('platform') ?? '';
        const field = meta.custom_info;
        const declared = (await fieldsOf([platformId], ctx)).get(platformId);
        if (field && declared?.length)
          Object.assign(field, {
            type: 'nested object',
            children: Object.fromEntries(
              declared.map((customField) => [customField.name, metaOf(customField)]),
            ),
          });
      },
    },
  );
