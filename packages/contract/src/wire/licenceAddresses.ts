/** What a licence grants now; without a slash at the end, as the specification has it. */
export const LICENCE_DETAIL_URL = '/api/v1/xpack/license/detail';

/** Where a licence is handed in. */
export const LICENCE_IMPORT_URL = '/api/v1/xpack/license/import';
