/** Collection URL of the secrets of accounts. */
export const SECRETS_URL = '/api/v1/accounts/account-secrets/';
