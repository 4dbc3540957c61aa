import { commandStorageList } from '@gatehouse/contract/layouts/terminal/commandstorage.ts';
import { replayStorageList } from '@gatehouse/contract/layouts/terminal/replaystorage.ts';

/** What tells the pages of the two kinds of storages apart. */
export const storageKinds = {
  ReplayStorage: {
    url: '/api/v1/terminal/replay-storages/',
    test: 'GET /api/v1/terminal/replay-storages/:id/test-connective/',
    create: 'CreateReplayStorage',
    view: 'terminal.view_replaystorage',
    add: 'terminal.add_replaystorage',
    change: 'terminal.change_replaystorage',
    mode: replayStorageList,
    firstType: 's3',
  },
  CommandStorage: {
    url: '/api/v1/terminal/command-storages/',
    test: 'GET /api/v1/terminal/command-storages/:id/test-connective/',
    create: 'CreateCommandStorage',
    view: 'terminal.view_commandstorage',
    add: 'terminal.add_commandstorage',
    change: 'terminal.change_commandstorage',
    mode: commandStorageList,
    firstType: 'es',
  },
} as const;

/** A kind of storage; also the name of its tab and the base of its routes. */
export type StorageKind = keyof typeof storageKinds;

/** Types of storages that every installation has from the start. */
export const isBuiltIn = (type: string): boolean => type === 'null' || type === 'server';
