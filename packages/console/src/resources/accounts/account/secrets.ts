/** Collection that reads secrets of accounts. */
export const SECRETS_URL = '/api/v1/accounts/account-secrets/';
