/** The invented companies of `npm run demo`: plain data, the same at every start. */
export const companies = [
  {
    name: 'Northwind Logistics',
    network: 8,
    areas: ['ERP', 'Warehouse', 'Storefront', 'Network core', 'Databases'],
  },
  { name: 'Helios Energy', network: 16, areas: ['Control room', 'Metering', 'Billing', 'Substations'] },
  { name: 'Aster Clinics', network: 24, areas: ['Records', 'Imaging', 'Front desk'] },
] as const;

/** Stages below each area. */
export const stages = ['production', 'staging'] as const;

/** Users with the companies each of them works for, by position in the list above. */
export const people = [
  { name: 'Mara Okafor', username: 'm.okafor', companies: [0, 1, 2], role: 'admin' },
  { name: 'Jun Takeda', username: 'j.takeda', companies: [0], role: 'user' },
  { name: 'Priya Raman', username: 'p.raman', companies: [0, 1], role: 'user' },
  { name: 'Elif Demir', username: 'e.demir', companies: [1], role: 'user' },
  { name: 'Lukas Brandt', username: 'l.brandt', companies: [2], role: 'user' },
  { name: 'Ana Ferreira', username: 'a.ferreira', companies: [0, 1, 2], role: 'auditor' },
  { name: 'Wei Chen', username: 'w.chen', companies: [0, 2], role: 'user' },
  { name: 'Noor Haddad', username: 'n.haddad', companies: [1], role: 'user' },
] as const;

type Kind = {
  path: string;
  platform: string;
  stem: string;
  protocols: { name: string; port: number }[];
  share: number;
  accounts: string[];
  extra?: Record<string, unknown>;
};

/**
 * The kinds of assets in an area; `share` is the number of each in production, and staging has a third of it,
 * rounded up.
 */
export const kinds: readonly Kind[] = [
  {
    path: 'assets.host',
    platform: 'Linux',
    stem: 'app',
    protocols: [
      { name: 'ssh', port: 22 },
      { name: 'sftp', port: 22 },
    ],
    share: 11,
    accounts: ['root', 'deploy'],
  },
  {
    path: 'assets.host',
    platform: 'Windows',
    stem: 'win',
    protocols: [{ name: 'rdp', port: 3389 }],
    share: 3,
    accounts: ['Administrator'],
  },
  {
    path: 'assets.database',
    platform: 'MySQL',
    stem: 'db',
    protocols: [{ name: 'mysql', port: 3306 }],
    share: 3,
    accounts: ['reporting'],
    extra: { db_name: 'main' },
  },
  {
    path: 'assets.device',
    platform: 'Cisco',
    stem: 'sw',
    protocols: [{ name: 'ssh', port: 22 }],
    share: 2,
    accounts: ['netops'],
  },
  {
    path: 'assets.web',
    platform: 'Website',
    stem: 'portal',
    protocols: [{ name: 'http', port: 443 }],
    share: 1,
    accounts: ['operator'],
  },
];

/** Assets of one area and stage with realistic names, addresses and labels. */
export const assetsOf = (area: string, stage: string, network: number, block: number) => {
  const slug = area.toLowerCase().replace(/\W+/g, '-');
  let serial = 0;
  return kinds.flatMap((kind) =>
    Array.from({ length: stage === 'production' ? kind.share : Math.ceil(kind.share / 3) }, () => {
      serial += 1;
      const name = `${slug}-${stage === 'production' ? '' : 'stage-'}${kind.stem}-${String(serial).padStart(2, '0')}`;
      const address =
        kind.stem === 'portal' ? `https://${name}.example.com` : `10.${network}.${block}.${10 + serial}`;
      return {
        kind,
        name,
        address,
        labels: [`env:${stage === 'production' ? 'prod' : 'stage'}`, `area:${slug}`],
      };
    }),
  );
};
