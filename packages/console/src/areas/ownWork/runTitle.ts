import type { TFunction } from 'i18next';
import type { OwnRun } from './useOwnRuns.ts';

/** What a run does and on what, such as `Export: Hosts`. */
export const runTitle = (
  { title, subject }: Pick<OwnRun, 'title' | 'subject'>,
  t: TFunction<'shell'>,
): string => (subject ? t('ownWork.title', { title, subject }) : title);
