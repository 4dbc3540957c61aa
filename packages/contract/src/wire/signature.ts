/** Names each signed request once; random, 16 to 64 letters, digits, `-` and `_`. */
export const NONCE_HEADER = 'x-gatehouse-nonce';

/** Names the organization of a request. */
export const ORG_HEADER = 'x-jms-org';

/** What a signature of a whole request covers at least; the digest is that of the body. */
export const FULL_SIGNATURE = ['(request-target)', 'date', 'digest', NONCE_HEADER] as const;

/** What the signatures of our components cover, in this order. */
export const COMPONENT_SIGNATURE = [...FULL_SIGNATURE, ORG_HEADER] as const;

/** What the older form covers (protocol reference §2): nothing of the body, and nothing that is used once. */
export const DATE_SIGNATURE = ['(request-target)', 'date'] as const;
