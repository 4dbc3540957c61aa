/** What is asked before a user works on an asset, in the order in which it is explained. */
export const explainSteps = [
  /** Limits on attempts to sign in and on requests; only if the question is about the present. */
  'limits',
  /** Addresses from which no user may sign in; only where an address was asked about. */
  'address',
  /** Locks after failed attempts, and the password. */
  'proof',
  /** Whether the user may sign in at all, and in this way. */
  'user',
  'mfa',
  'sign_in',
  /** What a sign-in does to the user's other sign-ins; only if the setting allows a single one. */
  'sessions',
  /** Whether the user's roles allow connecting to assets. */
  'role',
  'asset',
  'permission',
  'method',
  'connection',
  'command',
] as const;

/** One of these steps. */
export type ExplainStep = (typeof explainSteps)[number];

/** How a step ends; `pass` where nothing speaks against it and no rule decides. */
export const stepOutcomes = ['pass', 'accept', 'notice', 'warning', 'review', 'reject'] as const;

/** One of these ends. */
export type StepOutcome = (typeof stepOutcomes)[number];

/** Why a step ends as it does, where no rule says it. */
export const explainReasons = [
  /** Too many attempts to sign in, or requests, within a short time. */
  'too_many',
  'user_inactive',
  'user_expired',
  /** No sign-in method knows the user: there is neither a password nor a temporary one. */
  'no_proof',
  /** Users may sign in through their own source only, and no enabled sign-in method is that source. */
  'other_source',
  /** No role of the user allows connecting. */
  'role_missing',
  /** The list of the settings blocks the address. */
  'address_blocked',
  /** Too many failed attempts came from the address. */
  'address_locked',
  /** Too many passwords of the user were wrong. */
  'password_locked',
  /** Too many codes of the user were wrong. */
  'code_locked',
  'asset_inactive',
  'protocol_missing',
  'anonymous',
  'no_permission',
  'not_granted',
  'expired',
  /** Permissions grant it, but the account takes an exclusive check-out that the user does not hold. */
  'withheld',
  'method_unknown',
  /** The rule asks for a review and nobody may decide it. */
  'no_reviewer',
  /** The rule asks for a review, which needs a licence that is missing. */
  'unlicensed',
  /** The rule requires a review, but too many tickets of the user are already waiting. */
  'too_many_reviews',
  /** The rule asks for a review, and an earlier approval still holds. */
  'approved',
  /** The line may run more than was judged, and the setting refuses such lines or lets them pass, marked. */
  'unknown_refused',
  'unknown_passes',
  /** A command group of the filters cannot be compiled: every line is refused. */
  'group_invalid',
] as const;

/** One of these reasons. */
export type ExplainReason = (typeof explainReasons)[number];

/** Short-term limits that may refuse a sign-in or a connection; each is an environment variable. */
export const explainLimits = ['sign_in', 'account', 'api', 'sockets'] as const;
