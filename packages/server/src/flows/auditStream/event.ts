/** What the stream tells of, by the names that clients of the protocol know (reference 05 §6.8), in English. */
export const eventNames = {
  login_log: 'Sign-in',
  ftp_log: 'File transfer',
  operation_log: 'Operation',
  password_change_log: 'Password change',
  host_session_log: 'Session',
  session_command_log: 'Command',
  gap: 'Events lost',
  test: 'Test',
} as const;

/** A kind of event. */
export type EventKind = keyof typeof eventNames;

/** An event of the stream. */
export type AuditEvent = {
  /** Numbers events without a gap; one that is sent again keeps its number. */
  number: number;
  kind: EventKind;
  at: Date;
  /** The row that was recorded, as columns of its table; what it was about, for a gap or a test. */
  body: Record<string, unknown>;
};
