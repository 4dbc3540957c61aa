import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';

type Candidate = { username: string; privileged: boolean };

/**
 * The account with which a job runs on an asset, chosen among those that its user may use, the preferred first
 * (reference 06 §A.3.4); undefined: the asset is left out.
 */
export const chooseAccount = <A extends Candidate>(
  candidates: readonly A[],
  { runas, runas_policy }: Pick<JobSnapshot, 'runas' | 'runas_policy'>,
): A | undefined => {
  const wanted = new Set(
    runas
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  );
  const named = candidates.find(({ username }) => wanted.has(username.toLowerCase()));
  if (named || runas_policy === 'skip') return named;
  const [top] = candidates;
  return runas_policy === 'privileged_first' || top?.privileged ? top : undefined;
};
