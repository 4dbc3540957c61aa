/**
 * Why a CAS server gave no verdict: its address is none, its host is not connected to or not reached, its
 * certificate is not trusted, it answered with another status than 200, at length, or with nonsense; or too
 * many answers wait to be read here.
 */
export type CasFault =
  | 'address'
  | 'refused_host'
  | 'unreachable'
  | 'certificate'
  | 'status'
  | 'too_long'
  | 'nonsense'
  | 'busy';

/** There is no verdict; `detail` is for administrators. */
export class CasFailure extends Error {
  override name = 'CasFailure';
  readonly fault: CasFault;
  readonly detail: string;
  constructor(fault: CasFault, detail = '', cause?: unknown) {
    super(`no verdict of the CAS server: ${fault} ${detail}`.trim(), { cause });
    this.fault = fault;
    this.detail = detail;
  }
}
