const floors = new Set(['app', 'engine', 'kit', 'locales', 'luna', 'platform', 'replay', 'theme']);

/**
 * Owner of a file of the console's source: a resource, an area, or what an app or all apps share. Undefined
 * for a floor, whose lines belong to no page; null for a file without an owner.
 */
export const pageOwner = (file: string, resources: ReadonlySet<string>): string | undefined | null => {
  const [floor = '', app = '', name, rest] = file.split('/');
  if (app === '') return floor.endsWith('.d.ts') ? undefined : null;
  if (floors.has(floor)) return undefined;
  if (floor === 'areas') return name === undefined ? 'areas (shared)' : `areas/${app}`;
  if (floor !== 'resources') return null;
  if (name === undefined) return 'all (shared)';
  const isApp = [...resources].some((key) => key.startsWith(`${app}.`));
  if (rest === undefined) return isApp ? `${app} (shared)` : null;
  return resources.has(`${app}.${name}`) ? `${app}.${name}` : null;
};
