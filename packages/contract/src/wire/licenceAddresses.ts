/** Address of what the licence currently grants; without a trailing slash, as in the specification. */
export const LICENCE_DETAIL_URL = '/api/v1/xpack/license/detail';

/** Address to which a licence is uploaded. */
export const LICENCE_IMPORT_URL = '/api/v1/xpack/license/import';
