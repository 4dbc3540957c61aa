/** Address of exclusive check-outs. */
export const CHECKOUTS_URL = '/api/v1/accounts/account-checkouts/';
