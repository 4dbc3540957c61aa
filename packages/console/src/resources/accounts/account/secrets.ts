/** Collection that reads secrets of accounts. */
export const SECRETS_URL = '/api/v1/accounts/account-secrets/';

/** Types of assets on which an account cannot be tried. */
const UNTESTED = new Set(['clickhouse', 'redis', 'website', 'chatgpt']);

/** Whether accounts on a type of asset can be tried. */
export const canVerifyType = (type: unknown): boolean => !UNTESTED.has(String(type));
