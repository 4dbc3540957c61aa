/** Collection URL of accounts. */
export const ACCOUNTS_URL = '/api/v1/accounts/accounts/';
