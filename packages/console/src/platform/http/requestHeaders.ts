/** What the headers of every request tell about the page. */
export type Caller = { csrf: string | undefined; orgId: string | undefined; timeZone: string };

/** The time zone of the browser. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Headers of every request. */
export const requestHeaders = ({ csrf, orgId, timeZone }: Caller): Record<string, string> => ({
  Accept: 'application/json, text/plain, */*',
  'X-TZ': timeZone,
  ...(csrf && { 'X-CSRFToken': csrf }),
  ...(orgId && { 'X-JMS-ORG': orgId }),
});
