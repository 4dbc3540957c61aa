import { commandStorageActions, replayStorageActions } from '@gatehouse/contract/actions/terminal.ts';
import { implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { HostKeyChanged } from '../../platform/blobs/sftpHostKey.ts';
import { SearchRefused } from '../../platform/search/searchService.ts';
import { proveReplayStorage } from './checkStorages.ts';
import { causeOf, failureText } from './probe.ts';
import { openedSearchMeta, pingSearch } from './proveSearch.ts';

/** What a test answers; a storage that fails is an answer like any other. */
const tested = async (
  test: () => Promise<void>,
  ctx: Context,
): Promise<{ is_valid: boolean; msg: string; host_key?: { recorded: string; shown: string } }> => {
  try {
    await test();
    return { is_valid: true, msg: ctx.t('access.words.storage_works') };
  } catch (error) {
    if (error instanceof HostKeyChanged) {
      const { recorded, shown } = error;
      const msg = ctx.t('access.words.storage_host_key', { recorded, shown });
      return { is_valid: false, msg, host_key: { recorded, shown } };
    }
    const cause = error instanceof SearchRefused ? `HTTP ${error.status}` : causeOf(error);
    return { is_valid: false, msg: ctx.t(`access.words.${failureText(cause)}`, { cause }) };
  }
};

/** Registers the tests of storages. No transaction stays open while another system is asked. */
export const addStorageRoutes = (ports: HttpPorts): void => {
  implement(ports, replayStorageActions, {
    testConnective: {
      noTransaction: true,
      handle: async ({ ctx, row }) => {
        const storage = await row();
        return tested(() => proveReplayStorage(storage, { db: ctx.db, vault: ctx.engine.vault }), ctx);
      },
    },
  });
  implement(ports, commandStorageActions, {
    testConnective: {
      noTransaction: true,
      handle: async ({ ctx, row }) => {
        const storage = await row();
        return tested(async () => {
          if (storage.type === 'es') await pingSearch(openedSearchMeta(storage, ctx.engine.vault));
        }, ctx);
      },
    },
  });
};
