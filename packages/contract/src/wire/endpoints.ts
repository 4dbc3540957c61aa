/** The endpoint of every installation: it fits whatever no other endpoint is chosen for. */
export const DEFAULT_ENDPOINT_ID = '00000000-0000-0000-0000-000000000001';
