import { removingMethods } from '@gatehouse/contract/assets/automationMethods.ts';
import type { Category } from '@gatehouse/contract/assets/categories.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { Computed, Row, Values } from '../../../engine/resource.ts';
import type { PlatformFacts } from '../platform/statements.ts';
import { nodesOf, platformFacts } from './readAlong.ts';

/** Default where the platform sets nothing. */
const unsaid = { ansible_enabled: false };

/** Accounts are removed where they are looked for, if there is a method for both; platforms have no setting for it. */
const removalOf = ({ gather_accounts_enabled: isOn, gather_accounts_method: method }: Values): Values => {
  const removing = removingMethods[String(method)] ?? null;
  return {
    remove_account_enabled: isOn === true && removing !== null,
    remove_account_method: removing,
    remove_account_params: {},
  };
};

/** What the platform allows and automates. */
const autoConfig = (platform: PlatformFacts): Values => ({
  su_enabled: platform.su_enabled,
  domain_enabled: platform.domain_enabled,
  ...unsaid,
  ...platform.automation,
  id: Number(platform.id),
  platform: Number(platform.id),
  ...removalOf(platform.automation ?? {}),
});

const webInfo = (row: Row<typeof asset>): Values => {
  if (row.autofill === 'basic')
    return {
      autofill: row.autofill,
      username_selector: row.username_selector,
      password_selector: row.password_selector,
      submit_selector: row.submit_selector,
      script: row.script ?? [],
    };
  return row.autofill === 'script'
    ? { autofill: row.autofill, script: row.script }
    : { autofill: row.autofill };
};

const specOf: Partial<Record<Category, (row: Row<typeof asset>) => Values>> = {
  database: (row) => ({
    db_name: row.db_name ?? '',
    use_ssl: row.use_ssl ?? false,
    allow_invalid_cert: row.allow_invalid_cert ?? false,
  }),
  web: webInfo,
  gpt: (row) => ({ proxy: row.proxy ?? '' }),
};

/** Computed fields of assets of every category, and those read along with them. */
export const assetComputed: Computed<typeof asset> = {
  platform: async (rows, ctx) => {
    const platforms = await platformFacts(rows, ctx);
    return rows.map(({ platform }) => ({ id: Number(platform), name: platforms.get(platform)?.name ?? '' }));
  },
  nodes: async (rows, ctx) => {
    const nodes = await nodesOf(rows, ctx);
    return rows.map((row) =>
      (nodes.get(row.id) ?? [])
        .filter(({ is_open }) => is_open)
        .sort((a, b) => Number(a.link) - Number(b.link))
        .map(({ id, name }) => ({ id, name })),
    );
  },
  auto_config: async (rows, ctx) => {
    const platforms = await platformFacts(rows, ctx);
    return rows.map((row) => {
      const platform = platforms.get(row.platform);
      return platform ? autoConfig(platform) : {};
    });
  },
  spec_info: (rows) => rows.map((row) => specOf[row.category]?.(row) ?? {}),
  nodes_display: async (rows, ctx) => {
    const nodes = await nodesOf(rows, ctx);
    return rows.map((row) => (nodes.get(row.id) ?? []).map(({ path }) => path));
  },
};
