/** When jobs wait for a second person: never, where more is at stake, or always. */
export const approvalRules = ['off', 'large', 'all'] as const;

/** What became of a request for approval. */
export const approvalStates = [
  'waiting',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'outdated',
] as const;

/** One of these. */
export type ApprovalState = (typeof approvalStates)[number];

/** Most requests of one user that wait. */
export const MOST_WAITING = 20;

/** Most machines of a request in one answer. */
export const MOST_SHOWN_MACHINES = 500;

/** Longest reason of a decision, in characters. */
export const MOST_REASON = 1024;

/** A machine as it was when approval was requested; `mark` stands for its name, address and protocols. */
export type AskedMachine = { id: string; name: string; address: string; mark: string };

/** A file of a playbook or a transfer, as it was then. */
export type AskedFile = { path: string; size: number; sha256: string };
