/** Names each signed request once; random, 16 to 64 letters, digits, `-` and `_`. */
export const NONCE_HEADER = 'x-gatehouse-nonce';

/** What the signatures of our components cover, in this order; the digest is that of the body. */
export const FULL_SIGNATURE = ['(request-target)', 'date', 'digest', NONCE_HEADER] as const;

/** What the older form covers (protocol reference §2): nothing of the body, and nothing that is used once. */
export const DATE_SIGNATURE = ['(request-target)', 'date'] as const;
