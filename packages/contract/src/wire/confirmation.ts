/** Seconds a confirmation is valid; for the level `mfa` the setting SECURITY_MFA_VERIFY_TTL decides. */
export const CONFIRM_SECONDS = 300;

/** Seconds since the sign-in within which a confirmation of the level `relogin` succeeds. */
export const RELOGIN_SECONDS = 300;
