/** Asset categories in the order they are shown. */
export const categories = ['host', 'device', 'database', 'cloud', 'web', 'gpt', 'custom'] as const;

/** One of the asset categories. */
export type Category = (typeof categories)[number];

/** Built-in types of each category; the types of `custom` are those of the custom platforms that exist. */
export const typesOfCategory = {
  host: ['linux', 'windows', 'unix', 'other'],
  device: ['general', 'switch', 'router', 'firewall'],
  database: [
    'mysql',
    'mariadb',
    'postgresql',
    'oracle',
    'sqlserver',
    'db2',
    'clickhouse',
    'mongodb',
    'redis',
  ],
  cloud: ['public', 'private', 'k8s'],
  web: ['website'],
  gpt: ['chatgpt'],
  custom: [],
} as const satisfies Record<Category, readonly string[]>;

/** Every built-in asset type. */
export const assetTypes = [
  ...typesOfCategory.host,
  ...typesOfCategory.device,
  ...typesOfCategory.database,
  ...typesOfCategory.cloud,
  ...typesOfCategory.web,
  ...typesOfCategory.gpt,
] as const;

/** One of the built-in asset types. */
export type AssetType = (typeof assetTypes)[number];
