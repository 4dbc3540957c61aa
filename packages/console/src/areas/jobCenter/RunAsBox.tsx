import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AutoComplete, type AutoCompleteProps } from 'antd';
import { useState } from 'react';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { useHttp } from '../../platform/Platform.tsx';

const TYPING_MS = 240;
const FRESH_MS = 30_000;
/** Suggestions come from at most this many assets and nodes each. */
const MOST = 1000;

type Targets = { assets: readonly string[]; nodes: readonly string[] };

/** The name that is being typed, the last of a list, and what stands before it. */
const lastOf = (text: string): { before: string; name: string } => {
  const at = text.lastIndexOf(',') + 1;
  return { before: text.slice(0, at), name: text.slice(at).trim() };
};

/** The most common usernames on the chosen assets that contain what is being typed. */
const useUsernames = (targets: Targets, name: string, isWanted: boolean): string[] => {
  const http = useHttp();
  const query = useDebounced(name, TYPING_MS);
  const { data = [] } = useQuery({
    queryKey: ['usernameHints', targets, query],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/ops/username-hints/', {
        body: { nodes: targets.nodes.slice(0, MOST), assets: targets.assets.slice(0, MOST), query },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isWanted && targets.assets.length + targets.nodes.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  return data.map(({ username }) => username);
};

type Props = Omit<AutoCompleteProps<string>, 'options'> & { targets: Targets; value: string };

/** Usernames in order of preference, separated by commas; those of the chosen assets are suggested. */
export function RunAsBox({ targets, ...props }: Props) {
  const [isWanted, setWanted] = useState(false);
  const { before, name } = lastOf(props.value);
  const usernames = useUsernames(targets, name, isWanted);
  return (
    <AutoComplete
      {...props}
      options={usernames
        .filter((username) => username !== name)
        .map((username) => ({ value: before + username, label: username, title: username }))}
      onFocus={() => setWanted(true)}
    />
  );
}
