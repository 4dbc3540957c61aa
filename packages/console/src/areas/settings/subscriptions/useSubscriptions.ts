import type { AnswerOf, BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';

type Listed = AnswerOf<Calls['GET /api/v1/notifications/system-msg-subscription/']>;

/** Messages of the system of one category. */
export type SubscriptionGroup = Listed[number];

/** A message of the system with its receivers and channels. */
export type Subscription = SubscriptionGroup['children'][number];

/** A channel by which messages may be received. */
export type SetUpBackend = AnswerOf<Calls['GET /api/v1/notifications/backends/']>[number];

type Change = BodyOf<Calls['PATCH /api/v1/notifications/system-msg-subscription/:type/']>;

const key = ['systemSubscriptions'];
const QUIET = { disableFlashErrorMsg: true } as const;

/** Every message of the system, and the channels that are set up. */
export const useSubscriptions = () => {
  const http = useHttp();
  return {
    listed: useQuery({
      queryKey: key,
      queryFn: ({ signal }) =>
        http.call('GET /api/v1/notifications/system-msg-subscription/', { signal, ...QUIET }),
    }),
    backends: useQuery({
      queryKey: ['messageBackends'],
      queryFn: ({ signal }) => http.call('GET /api/v1/notifications/backends/', { signal, ...QUIET }),
    }),
  };
};

/** Changes who gets a message, and by which channels; the page shows the change at once. */
export const useChangeSubscription = (type: string) => {
  const http = useHttp();
  const client = useQueryClient();
  const mutationKey = [...key, type];
  const show = (change: Partial<Subscription>) =>
    client.setQueryData<Listed>(key, (groups) =>
      groups?.map((group) => ({
        ...group,
        children: group.children.map((child) =>
          child.message_type === type ? { ...child, ...change } : child,
        ),
      })),
    );
  return useMutation({
    mutationKey,
    // Each change sends the whole list, so the next one waits for it.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (body: Change) =>
      http.call('PATCH /api/v1/notifications/system-msg-subscription/:type/', { params: { type }, body }),
    onMutate: show,
    onSuccess: (answer) => {
      if (client.isMutating({ mutationKey }) === 1) show(answer);
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
};
