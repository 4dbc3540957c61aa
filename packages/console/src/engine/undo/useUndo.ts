import { UNDO } from '@gatehouse/contract/wire/undo.ts';
import { useTranslation } from 'react-i18next';
import type { RawResponse } from '../../platform/http/HttpOptions.ts';
import { usePlatform } from '../../platform/Platform.tsx';

const OFFERED_MS = 10_000;

/** Options of a change that asks for an undo, whose token comes in the headers of the answer. */
export const asksUndo = { raw: true, headers: { [UNDO]: '1' } } as const;

/** Tells that a change was made, and offers to undo it for ten seconds where the server can; `otherwise` it offers something else. */
export const useUndo = () => {
  const { t } = useTranslation('engine');
  const { http, notify, queryClient, session } = usePlatform();
  const undo = async (token: string, oid: string | undefined) => {
    try {
      const { restored, left } = await http.call('POST /api/v1/common/undo/', {
        body: { token },
        ...(oid && { oid }),
        whatFailed: t('undo.failed'),
      });
      if (left.length === 0) notify.success(t('undo.done'));
      else
        notify.warning(t('undo.left', { restored, count: left.length }), {
          detail: left.map(({ name, reason }) => t(`undo.${reason}`, { name })).join(' '),
        });
    } catch {
      // Reported by the request layer.
    }
    await queryClient.invalidateQueries();
  };
  return (
    text: string,
    answer: Pick<RawResponse<unknown>, 'headers'> | undefined,
    otherwise: Parameters<typeof notify.success>[1] = {},
  ) => {
    const token = answer?.headers.get(UNDO);
    const oid = session.get().currentOrg?.id;
    notify.success(
      text,
      token
        ? { duration: OFFERED_MS, action: { label: t('undo.button'), onClick: () => void undo(token, oid) } }
        : otherwise,
    );
  };
};
