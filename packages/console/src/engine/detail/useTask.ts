import { useTranslation } from 'react-i18next';
import type { HttpOptions } from '../../platform/http/HttpOptions.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';

const WINDOW = 'width=900,height=600,noopener';

/** Address of the log of a task. */
export const taskLogPath = (id: string, type = 'celery'): string =>
  `/core/ops/${type}/task/${id}/log/?type=${type}`;

/** Opens the log of a task in a new window. */
export const openTaskLog = (id: string, type?: string): void => {
  window.open(taskLogPath(id, type), '_blank', WINDOW);
};

/** Matches links to the log of a task. */
const taskLog = /^\/core\/ops\/(\w+)\/task\/([\w-]+)\/log\//;

/** Opens a link: the log of a task in a new window, any other page in a new tab. */
export const openLinked = (url: string): void => {
  const [, type, id] = taskLog.exec(url) ?? [];
  if (id) openTaskLog(id, type);
  // Links of older versions have the path in the hash.
  else window.open(url.replace(/^\/ui\/#\//, '/ui/'), '_blank', 'noopener');
};

/** Starts background work on the server and reports it, with a link to the log if the answer names a task. */
export const useTask = () => {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const notify = useNotify();
  return async (
    url: string,
    body: unknown,
    text?: string,
    options?: Pick<HttpOptions, 'confirmFor'>,
  ): Promise<string | undefined> => {
    const { task } = await http.post<{ task?: string }>(url, body, options);
    notify.success(text ?? t('task.started'), {
      ...(task && { action: { label: t('task.log'), onClick: () => openTaskLog(task) } }),
    });
    return task;
  };
};
