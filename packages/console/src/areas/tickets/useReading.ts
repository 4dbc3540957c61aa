import type { FormInstance } from 'antd';
import { useLayoutEffect, useState } from 'react';
import { useSession } from '../../platform/session/useSession.ts';
import { isAwaiting } from '../../resources/tickets/process.ts';
import type { AssetTicket } from '../../resources/tickets/ticket.ts';
import type { Grant } from './grant.ts';
import type { TicketDetail } from './TicketDetail.ts';

const stampOf = ({ date_updated, approval_step, state }: AssetTicket) =>
  [date_updated, approval_step.value, state.value].join();

/** What a decision rests on: the grant that is shown and all that is sent are of one reading of the ticket. */
export type Reading = {
  detail: TicketDetail;
  /** The grant was changed by hand. */
  isEdited: boolean;
  /** The ticket has changed under what was changed by hand: the person says when to begin anew. */
  isOutdated: boolean;
  markEdited: () => void;
  /** What was changed by hand is decided, or no longer wanted. */
  letGo: () => void;
};

/** Follows the ticket as it is read anew, except under the hands of somebody who has changed what will be granted. */
export const useReading = (detail: TicketDetail, form: FormInstance<Grant>): Reading => {
  const { profile } = useSession();
  const [row, setRow] = useState(detail.row);
  const [isEdited, setEdited] = useState(false);
  const isChanged = stampOf(detail.row) !== stampOf(row);
  const isOutdated = isChanged && isEdited && isAwaiting(detail.row, profile);
  if (detail.row !== row && !isOutdated) {
    setRow(detail.row);
    if (isChanged) setEdited(false);
  }
  const stamp = stampOf(row);
  const [drawn, setDrawn] = useState(stamp);
  useLayoutEffect(() => {
    if (stamp === drawn) return;
    setDrawn(stamp);
    form.resetFields();
  }, [stamp, drawn, form]);
  return {
    detail: { ...detail, row },
    isEdited,
    isOutdated,
    markEdited: () => setEdited(true),
    letGo: () => setEdited(false),
  };
};
