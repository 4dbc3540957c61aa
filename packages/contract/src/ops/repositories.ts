/** Where a Git repository is, and as whom its host is signed in to. */
export type RepositoryPlace = { username: string; host: string; port: number; path: string };

/** A commit, as Git writes it in full. */
export const commitPattern = /^[0-9a-f]{40}$/;
/** How a file of a commit differs from that of the playbook. */
export const fileChanges = ['added', 'changed', 'removed'] as const;
/** How many changed files are named; all are counted. */
export const MOST_SHOWN_CHANGES = 200;

const userPattern = '[A-Za-z_][A-Za-z0-9_.-]{0,63}';
const hostPattern = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\]';
const byUrl = new RegExp(`^ssh://(${userPattern})@(${hostPattern})(?::([0-9]{1,5}))?/(.+)$`);
const byShell = new RegExp(`^(${userPattern})@(${hostPattern}):(?!//)(.+)$`);
/** Letters and digits of any script, and signs that mean nothing to a shell. */
const pathPattern = /^[\p{L}\p{N}_.~+@/-]+$/u;

const usualPort = 22;
const highestPort = 65_535;

const isPath = (path: string): boolean =>
  pathPattern.test(path) &&
  path.length <= 512 &&
  !path.startsWith('-') &&
  !path.split('/').some((name) => name === '..' || name === '.');

/**
 * The place that an address names: `ssh://user@host[:port]/path` or `user@host:path`. Nothing else is one: no other
 * protocol, no path of this machine, and nothing that a shell or a program could read as an option.
 */
export const repositoryPlace = (address: string): RepositoryPlace | undefined => {
  const url = byUrl.exec(address);
  const [, username = '', host = '', ...rest] = url ?? byShell.exec(address) ?? [];
  const port = url?.[3] === undefined ? usualPort : Number(url[3]);
  const given = (url ? rest[1] : rest[0]) ?? '';
  // As Git reads it: a path of a URL begins at the root, unless it names a home.
  const path = url && !given.startsWith('~') ? `/${given}` : given;
  if (!username || !isPath(path) || port < 1 || port > highestPort) return undefined;
  return { username, host: host.replace(/^\[|\]$/g, ''), port, path };
};

/** Whether a text can name a branch, tag or commit. */
export const isRefName = (text: string): boolean =>
  text.length <= 255 && /^[\p{L}\p{N}_][\p{L}\p{N}_./@+#-]*$/u.test(text) && !text.includes('..');

/** Whether a text is a fingerprint of a host key. */
export const isHostKeyFingerprint = (text: string): boolean => /^SHA256:[A-Za-z0-9+/]{43}$/.test(text);
