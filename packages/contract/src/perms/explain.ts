/** What is asked before a user works on an asset, in the order in which it is explained. */
export const explainSteps = [
  'user',
  /** Addresses from which no user may sign in; only where an address was asked about. */
  'address',
  /** What proves the user: locks after failed attempts, password and code. */
  'proof',
  'sign_in',
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
  'user_inactive',
  'user_expired',
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
  'method_unknown',
  /** The rule asks for a review and nobody may decide it. */
  'no_reviewer',
  /** The rule asks for a review, which needs a licence that is missing. */
  'unlicensed',
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
