const urlOf = (query: Record<string, string | undefined>): string =>
  `/luna/?${new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))}`;

/** Address of the web terminal: a fresh timestamp, and the organization. */
export const webTerminalUrl = (orgId: string | undefined, now: number = Date.now()): string =>
  urlOf({ _: String(now), oid: orgId });

/** Address that opens the web terminal on an asset; at once with an account that needs no input. */
export const connectUrl = (target: { asset: string; account?: string; orgId: string | undefined }): string =>
  urlOf({ login_to: target.asset, login_account: target.account, oid: target.orgId });
