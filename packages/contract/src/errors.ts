/** Every business error the product can answer with, and its HTTP status (protocol reference §11). */
export const errorCodes = {
  error: 400,
  invalid: 400,
  parse_error: 400,
  file_content_overflowed: 400,
  referenced_by_others: 400,
  unable_to_delete_all_users: 400,
  bulk_delete_refused: 400,
  state_of_many: 400,
  perm_account_invalid: 400,
  perm_expired: 400,
  acl_reject: 400,
  acl_review: 400,
  connection_token_invalid: 400,
  registration_off: 400,
  have_online_session: 400,
  client_key_changed: 400,
  passwd_invalid: 400,
  system_role_delete_error: 400,
  ticket_closed: 400,
  ticket_not_held: 400,
  review_not_restorable: 400,
  too_many_access_keys: 400,
  task_not_found_error: 400,
  task_args_error: 400,
  task_in_use: 400,
  task_waits_already: 400,
  run_not_stoppable: 400,
  automation_off: 400,
  job_goes_on: 400,
  job_no_reviewer: 400,
  job_not_paused: 400,
  job_nothing_failed: 400,
  transfer_files_gone: 400,
  change_secret_many_runs: 400,
  change_secret_nothing_to_retry: 400,
  too_many_runs: 400,
  interval_too_short: 400,
  storage_built_in: 400,
  storage_is_default: 400,
  storage_in_use: 400,
  storage_not_empty: 400,
  storage_invalid: 400,
  search_too_deep: 400,
  invalid_elasticsearch: 400,
  invalid_playbook_file: 400,
  playbook_has_job: 400,
  repository_failed: 400,
  not_authenticated: 401,
  authentication_failed: 401,
  permission_denied: 403,
  account_withheld: 403,
  csrf_failed: 403,
  component_disabled: 403,
  command_execution_off: 403,
  transfer_not_allowed: 403,
  licence_required: 403,
  object_does_not_exist: 404,
  not_found: 404,
  organization_lost: 404,
  replay_not_found: 404,
  undo_expired: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  unsupported_media_type: 415,
  timed_out: 408,
  changed_meanwhile: 409,
  conflict: 409,
  review_decided: 409,
  approval_decided: 409,
  approval_changed: 409,
  user_confirm_required: 412,
  body_too_large: 413,
  throttled: 429,
  unexpect_error: 500,
  gateway_unreachable: 502,
  storage_unreachable: 502,
  vault_unavailable: 503,
  disk_full: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

/** Name of an error; doubles as its key in the `errors` locale file. */
export type ErrorCode = keyof typeof errorCodes;

/** Values for a message: `{name}` in the locale text is replaced by `params.name`. */
export type MessageParams = Record<string, string | number>;

/**
 * A message that is translated when it reaches the wire: a key of the `errors` locale file plus its values.
 */
export type Message = { key: string; params?: MessageParams };

/** Validation messages by field, nested like the wire body they become (protocol reference §11). */
export type FieldErrors = {
  [field: string]: Message | Message[] | FieldErrors | (FieldErrors | Message[])[];
};

/**
 * A business error; `code` decides its status and, unless `messageKey` differs, its text. Driver errors never
 * reach the wire.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: MessageParams;
  /** Extra top-level keys of the body, e.g. `type` of a 412. */
  readonly extra: Record<string, unknown>;
  /** Locale key of the text when it differs from the code. */
  readonly messageKey: string;

  constructor(
    code: ErrorCode,
    params: MessageParams = {},
    options: { extra?: Record<string, unknown>; messageKey?: string; cause?: unknown } = {},
  ) {
    super(options.messageKey ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.extra = options.extra ?? {};
    this.messageKey = options.messageKey ?? code;
  }
}

/**
 * What is wrong with input: messages by field, one entry per row of a list, or messages that belong to no
 * field.
 */
export type InputErrors = FieldErrors | (FieldErrors | Message[])[] | Message[];

/** Input was refused; answered as 400 with the messages themselves as body. */
export class ValidationError extends Error {
  readonly fields: InputErrors;

  constructor(fields: InputErrors) {
    super('validation failed');
    this.name = 'ValidationError';
    this.fields = fields;
  }
}

/** Shorthand for a single message under a single field. */
export const fieldError = (field: string, key: string, params?: MessageParams): ValidationError =>
  new ValidationError({ [field]: [params ? { key, params } : { key }] });
