const urlOf = (query: Record<string, string | undefined>): string =>
  `/luna/?${new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))}`;

/** Address of the web terminal, with the organization and a timestamp that makes it unique. */
export const webTerminalUrl = (orgId: string | undefined, now: number = Date.now()): string =>
  urlOf({ _: String(now), oid: orgId });

/**
 * Address that opens the web terminal on an asset. With an account that needs no input it connects at once.
 */
export const connectUrl = (target: { asset: string; account?: string; orgId: string | undefined }): string =>
  urlOf({ login_to: target.asset, login_account: target.account, oid: target.orgId });

/** The connect method of the web terminal. */
export const TERMINAL_METHOD = 'web_cli';

/** Whether a connect method of a protocol is the web terminal's. */
export const opensInTerminal = (method: { value: string; component: string; disabled?: boolean }): boolean =>
  method.value === TERMINAL_METHOD && method.component === 'koko' && !method.disabled;
