import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { session } from '../../resources/terminal/session.ts';

/** What all lists of sessions have in common. */
export const sessionList: ListModeOf<typeof session, 'state'> = {
  columns: [
    'id',
    'user',
    'asset',
    'account',
    'protocol',
    'date_start',
    'duration',
    'command_amount',
    'state',
    'remote_addr',
  ],
  fixed: ['id'],
  exclude: ['terminal'],
  searchExclude: ['is_finished'],
  without: ['import'],
  dateRange: true,
};

/** The facts of a session; the page head shows its state. */
export const sessionDetail: DetailLayoutOf<typeof session> = {
  order: [
    'id',
    'user',
    'asset',
    'account',
    'protocol',
    'login_from',
    'remote_addr',
    'date_start',
    'date_end',
    'duration',
    'command_amount',
    'risk_level',
    'terminal_display',
    'has_token',
    'error_reason',
    'comment',
  ],
  exclude: [
    'user_id',
    'asset_id',
    'account_id',
    'type',
    'terminal',
    'is_success',
    'is_finished',
    'is_locked',
    'has_replay',
    'has_command',
    'can_replay',
    'can_join',
    'can_terminate',
    'org_name',
  ],
};
