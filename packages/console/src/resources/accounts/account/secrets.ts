/** Collection that reads secrets of accounts. */
export const SECRETS_URL = '/api/v1/accounts/account-secrets/';

/** Asset types whose accounts cannot be verified. */
const UNTESTED = new Set(['clickhouse', 'redis', 'website', 'chatgpt']);

/** Whether accounts on an asset type can be verified. */
export const canVerifyType = (type: unknown): boolean => !UNTESTED.has(String(type));
