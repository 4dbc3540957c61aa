/** What a rule decides about an event: a command, a sign-in or a connection. */
export type TrialOutcome = 'reject' | 'review' | 'warning' | 'notice' | 'accept';

/** Numbers of events by what the rule would have decided. */
export type TrialCounts = { readonly [outcome in TrialOutcome]?: number };

/** A user, an asset or a command line with the events that the rule would have decided. */
export type TrialShare = { id: string; name: string; counts: TrialCounts };

/** An event that the rule would have decided. */
export type TrialExample = {
  id: string;
  outcome: TrialOutcome;
  /** A review that no one could decide, which is therefore refused. */
  isWithoutReviewer?: true;
  at: string;
  user: string;
  user_id: string;
  asset?: string;
  asset_id?: string;
  account?: string;
  address?: string;
  /** The command as it was recorded, and the group and part of it that matched. */
  command?: string;
  group?: string;
  matched?: string;
  /** What was decided at the time. */
  risk_level?: number;
  session?: string;
  offset_ms?: number | null;
};

/** What a rule would have done to the events of the last days. */
export type TrialResult = {
  date_from: string;
  date_to: string;
  /** Events of these days that the caller may see. */
  examined: number;
  /** Events that cannot be judged: their user, asset or session is gone, or how they connected is not known. */
  unknown: number;
  /**
   * Commands that cannot be read as a shell would, by themselves, so that the gate refuses them; none where the
   * setting lets them pass.
   */
  unread: number;
  /** Names of command storages that could not be read, or only in part. */
  unreached: string[];
  counts: TrialCounts;
  /** Events that the rule matches, but that another rule decides. */
  decided_before: number;
  /** The rules that decide those, the most frequent first. */
  others: { id: string; name: string; count: number }[];
  /** How many users, assets and command lines there are; the lists hold those with the most events. */
  totals: { users: number; assets: number; commands: number };
  users: TrialShare[];
  assets: TrialShare[];
  commands: TrialShare[];
  /** The latest events, among them some of each user and asset in the lists. */
  examples: TrialExample[];
  /** Not all events were looked at before the time limit. */
  is_cut_off: boolean;
};

/** A line of the answer: how far the trial is, in events, then the result or why there is none. */
export type TrialLine =
  | { progress: { done: number; total: number | null } }
  | { result: TrialResult }
  | { error: string };

/** Bounds of a trial. */
export const trialLimits = { days: 90, seconds: 300, shares: 50, examples: 300 } as const;
