/** Address of the web terminal: a fresh timestamp, and the organization to work in. */
export const webTerminalUrl = (orgId: string | undefined, now: number = Date.now()): string =>
  `/luna/?${new URLSearchParams({ _: String(now), ...(orgId && { oid: orgId }) })}`;
