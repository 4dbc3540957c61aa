/** Why nothing could be fetched from a repository; `detail` is a name that was asked for, or a text of the protocol's own words. */
export class GitFailure extends Error {
  override name = 'GitFailure';
  readonly reason:
    | 'unreachable'
    | 'hostKey'
    | 'login'
    /** The host opened no repository at the path: there is none, or the key may not read it. */
    | 'noRepository'
    | 'empty'
    | 'noRef'
    | 'noCommit'
    | 'unsupported'
    | 'large'
    | 'slow'
    | 'broken';
  readonly detail: string;
  constructor(reason: GitFailure['reason'], detail = '', cause?: unknown) {
    super(`${reason} ${detail}`.trim(), { cause });
    this.reason = reason;
    this.detail = detail;
  }
}
